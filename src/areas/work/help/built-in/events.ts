import type { BuiltInTopic } from './built-in-topic.ts'

/** What people come to. */
export const eventTopics: BuiltInTopic[] = [
  {
    key: 'public-registration',
    title: 'Registration for events',
    summary: 'How anybody can register for an event, without an account.',
    detail: `
<p>A visitor chooses tickets, names the people who come, answers your questions and pays. Seats are held while the form is filled in, and released when it is given up.</p>
<p>Who registers is compared with your contacts. Who is none becomes a contact that stays out of your lists until you have looked at it, so that a typing error does not double anybody.</p>
<p>Prices for members are given to those who can be recognized as such.</p>`,
    fields: {
      Status: '0 where all went well; otherwise a number, with the reason in words beside it.',
    },
    related: ['event-groups', 'event-sponsors', 'contacts'],
  },
  {
    key: 'event-groups',
    title: 'Tables and groups at events',
    summary: 'Who sits with whom.',
    detail: `
<p>A registrant can buy a whole table and name the guests later, or join a table that exists. A table has a host, a number of seats and, if you like, a name.</p>
<p>Nobody sits at two tables of one event, and no table takes more than it seats.</p>`,
    fields: {},
    related: ['public-registration'],
  },
  {
    key: 'event-sponsors',
    title: 'Sponsors of events',
    summary: 'Sponsors that were named for an event, and the contacts they are.',
    detail: `
<p>Sponsors of an event often arrive as a bare name. Match each with a contact, so that invoices, benefits and history find their place. Likely candidates are suggested by name and email address.</p>
<p>A match can be undone; nothing that was written is lost by it.</p>`,
    fields: {},
    related: ['sponsorships', 'contacts'],
  },
]
