import type { SharedTopic } from './shared-topic.model.ts'

/** An area of the interface that this version does not serve. */
interface ComingArea {
  key: string
  title: string
  /** What the area is for. */
  about: string
  /** What does something like it today, in a sentence or two. */
  meanwhile: string
  related: string[]
}

/** Nobody shall look for what is not there: these topics say so, and what to do meanwhile. */
const coming: ComingArea[] = [
  {
    key: 'store',
    title: 'The store',
    about: 'Goods, downloads and vouchers that you sell.',
    meanwhile: 'What members owe for their memberships is invoiced with them.',
    related: ['memberships'],
  },
  {
    key: 'sponsorships',
    title: 'Sponsorships and advertising',
    about: 'Who supports you, for how long and at what price, and where their banners stand.',
    meanwhile: 'Keep sponsors in a group of their own, and what was agreed with them in custom fields.',
    related: ['groups', 'custom-fields'],
  },
  {
    key: 'payment-plans',
    title: 'Payment plans',
    about: 'Paying for a membership in parts, each due on a day of its own.',
    meanwhile: 'An invoice of a membership can be paid in parts: each payment lowers what is open on it.',
    related: ['memberships'],
  },
  {
    key: 'benefit-ledger',
    title: 'Benefits',
    about: 'What members and sponsors are entitled to, what they have used, and what is left.',
    meanwhile: 'A custom field can hold what somebody is entitled to; nothing counts it down.',
    related: ['memberships', 'custom-fields'],
  },
  {
    key: 'public-registration',
    title: 'Registration for events',
    about: 'How anybody can register for an event, without an account.',
    meanwhile: 'A calendar can tell when an event takes place, with a link to a page where people register.',
    related: ['calendars'],
  },
  {
    key: 'event-groups',
    title: 'Tables and groups at events',
    about: 'Who sits with whom.',
    meanwhile: 'A group for each table holds its guests; nothing counts seats.',
    related: ['groups'],
  },
  {
    key: 'event-sponsors',
    title: 'Sponsors of events',
    about: 'Sponsors that were named for an event, and the contacts they are.',
    meanwhile: 'Keep the sponsors of an event in a group.',
    related: ['groups', 'contacts'],
  },
  {
    key: 'ledger-settings',
    title: 'The ledger connection',
    about: 'How invoices and payments reach your accounting program.',
    meanwhile: 'Webhooks tell another program of memberships as they are invoiced and paid.',
    related: ['webhooks', 'memberships'],
  },
  {
    key: 'payment-processor',
    title: 'The payment processor',
    about: 'Charges by card, disputes, and what the processor needs from you.',
    meanwhile: 'Payments that reach you otherwise are recorded with the membership.',
    related: ['memberships'],
  },
  {
    key: 'payment-gateway-reports',
    title: 'Payment gateway reports',
    about: 'What a payment gateway took, what it cost, and what it paid out.',
    meanwhile: 'Use the reports of the gateway itself.',
    related: ['memberships'],
  },
  {
    key: 'integration-feeds',
    title: 'Feeds for the books',
    about: 'Invoices and payments one by one, for a ledger that fetches them itself.',
    meanwhile: 'Webhooks tell another program of memberships as they are invoiced and paid.',
    related: ['webhooks'],
  },
  {
    key: 'payment-subtypes',
    title: 'Payment subtypes',
    about: 'Finer kinds of payment, for trade and payments made elsewhere.',
    meanwhile: 'Payments are recorded without a subtype.',
    related: ['memberships'],
  },
  {
    key: 'logs',
    title: 'Logs',
    about: 'One place for what went on in this tenant and in what is connected to it.',
    meanwhile:
      'Webhooks list their attempts, mail lists what could not be delivered, workflows say why they were paused.',
    related: ['webhooks', 'mail', 'workflows'],
  },
  {
    key: 'connections',
    title: 'Connections',
    about: 'Exchanges between organizations: contacts of one follow to another.',
    meanwhile: 'Contacts can be exported from one organization and imported into another on the command line.',
    related: ['contacts'],
  },
  {
    key: 'association-sync',
    title: 'Association sync',
    about: 'Contacts kept the same here, at the state association and at the national body.',
    meanwhile: 'A program of your own can follow the change feed of contacts and save what changed elsewhere.',
    related: ['contacts', 'application-permissions'],
  },
  {
    key: 'native-integrations',
    title: 'Integrations',
    about: 'Ready-made connectors to other systems.',
    meanwhile: 'Webhooks tell other systems what happens here, and API keys let them read and write.',
    related: ['webhooks', 'application-permissions'],
  },
  {
    key: 'files',
    title: 'Files',
    about: 'Downloads of documents, pictures and what was bought.',
    meanwhile: 'Keep files on a web server and link to them, as pictures of signatures are.',
    related: ['signatures'],
  },
  {
    key: 'migration',
    title: 'Migration',
    about: 'Brings the database and the built-in templates to the version of the server. For administrators.',
    meanwhile:
      'The server brings its database up to date when it starts, and so does the command "migrate". Make a backup before you install a new version.',
    related: ['mail'],
  },
]

export const plannedTopics: SharedTopic[] = coming.map(({ key, title, about, meanwhile, related }) => ({
  ...{ key, title, related, fields: {} },
  summary: `${about} <strong>This version does not do this yet.</strong>`,
  detail: `
<p>Nothing of this area is served yet: its addresses answer that there is no such page, and there is nothing to set up.</p>
<p>Until then: ${meanwhile}</p>`,
}))
