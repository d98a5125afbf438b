import type { SharedTopic } from './shared-topic.model.ts'

/** How people register for events. */
export const eventTopics: SharedTopic[] = [
  {
    key: 'public-registration',
    title: 'Registration for events',
    summary: 'The form with which people register for a published event, without an account.',
    detail: `
<p>The form shows what the event offers, what is left, and the price that a contact is entitled to: the lowest of the list price, the early price and the price for members. The event decides how membership is proved.</p>
<p>A cart reserves its seats for 15 minutes. The registrant can change it with its key; what is left out is released. After 15 minutes the cart is deleted.</p>
<p>When an event is sold out, its waiting list takes those who want to wait. They pay nothing until a seat is offered. While people wait, a free seat is for them.</p>
<p>A table is a registration with several seats: the first person with its number buys it, and the others are its guests. Carts cannot be paid yet.</p>`,
    fields: {
      CartKey: 'The key that opens the cart. It cannot be guessed.',
      GroupNumber: 'The number of the table, for its buyer and its guests.',
      DiscountCode: 'A discount code of the event.',
    },
    related: ['calendars'],
  },
  {
    key: 'event-groups',
    title: 'Tables at events',
    summary: 'The tables of an event, and the people at them.',
    detail: `
<p>When a table is bought, it is created with its buyer and the guests that were named. Staff create other tables, for the whole event or for one session.</p>
<p>Candidates are the participants without a table. People on the waiting list are shown after them, and can only be assigned when they have a seat at the event. A person who is assigned to another table leaves the first one.</p>
<p>A table never has more members than its maximum. A person whose registration is cancelled leaves the table. A bought table can only be deleted after its registration was cancelled; if it has no other members, the cancellation deletes it.</p>`,
    fields: {
      MaxToAssign: 'The maximum of members. Empty: no limit.',
      GroupNumber: 'The number of the table, unique in the event.',
      EventSessionId: 'The session that the table is for. Empty: the whole event.',
      SeatNumber: 'The seat at the table, if seats are numbered.',
    },
    related: ['public-registration'],
  },
]
