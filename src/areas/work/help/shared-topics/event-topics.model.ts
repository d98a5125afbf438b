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
      InvitationCode: 'The code from the invitation of the person that fills in the form.',
    },
    related: ['calendars'],
  },
  {
    key: 'event-invitations',
    title: 'Invitations to events',
    summary: 'Mails that invite contacts to an event, and what they responded.',
    detail: `
<p>You invite contacts, or the members of a group, to a published event. The preview shows how many would be invited, and which have no email address. Each contact is invited once.</p>
<p>The mail contains a link to the registration form that identifies the contact, with its details and prices, and a link to decline. If you send an invitation again, the links in its earlier mails no longer identify the contact.</p>
<p>An invitation is open, declined, or registered. A registration takes a refusal back. A registration type for invited people needs an invitation, which permits one registration.</p>`,
    fields: {
      State: 'Invited, Declined or Registered.',
      EventRegistrationTypeId: 'The only registration type for invited people that the invitation permits.',
      Message: 'Text that is added to the mail.',
    },
    related: ['public-registration'],
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
  {
    key: 'event-sponsors',
    title: 'Sponsors of events',
    summary: 'The sponsors of an event, their status, and the contacts that they are.',
    detail: `
<p>A sponsor enters the event with a submitted registration, or staff enter it. It is pending until you approve or decline it. Pending and approved sponsors use a position of their tier.</p>
<p>Match the organization and the contact person of each sponsor with your contacts: MatchingStatus says what is missing, and PostActions what is left to do. The proposals compare names, email addresses, phone numbers and cities; a score of 0 to 100 says how alike they are.</p>
<p>If the tier has a sponsorship type with benefits, an approval grants them to the matched contact. If you decline or cancel the sponsor, unused pieces are reversed. The invoice stays unchanged.</p>`,
    fields: {
      MatchingStatus: 'Whether the organization and the contact person are matched, and their names agree.',
      PostActions: 'What is left to settle.',
      SponsorFee: 'The fee of the tier as sold.',
    },
    related: ['public-registration', 'contacts'],
  },
]
