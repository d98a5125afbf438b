import type { BuiltInTopic } from './built-in-topic.ts'

/** Other systems, and who may do what. */
export const integrationTopics: BuiltInTopic[] = [
  {
    key: 'application-permissions',
    title: 'API keys and applications',
    summary: 'What other programs may do here, in whose name, and from where.',
    detail: `
<p>An <strong>API key</strong> is for a program of your own. An <strong>OAuth client</strong> is for an application that people sign in to; each of them agrees to what it may do.</p>
<ul>
<li>Grant only the scopes that are needed: reading contacts does not need the right to change them.</li>
<li>A key is shown once, when it is made. Keep it like a password.</li>
<li>A reset makes a new key and leaves the old one working for a day, so that nothing stands still while you change over. If a key got into wrong hands, end the old one at once.</li>
</ul>`,
    fields: {
      GlobalApiKeyIPAddressWhitelist: 'Addresses and ranges from which the key works; anywhere, if empty.',
      GlobalOAuthRedirectUrls: 'Where users are sent back to, letter by letter.',
    },
    related: ['webhooks', 'native-integrations'],
  },
  {
    key: 'webhooks',
    title: 'Webhooks',
    summary: 'Messages that are sent to another system when something happens here.',
    detail: `
<p>Choose the kinds of events and the https address that shall hear of them. Each message is signed, so that the receiver can tell it from a forgery, and bears an id that stays the same when it is sent again.</p>
<p>A message that is not taken is tried again, over some days. Every attempt is listed with the answer, and can be sent again by hand. A receiver that fails for five days is paused, and you are told.</p>`,
    fields: {
      PayloadStyle:
        'thin sends ids alone, full the record as well. Thin is safer: the receiver reads what it may read.',
      IsPaused: 'Nothing is sent while it is set. What happened meanwhile can be replayed.',
    },
    related: ['application-permissions', 'logs'],
  },
  {
    key: 'logs',
    title: 'Logs',
    summary: 'What went on: in this tenant, in the sync with the ledger, and in the queue of the registry.',
    detail: `
<p>Start with the errors of the last day. An entry names what it is about and what to do. Hide entries that are settled; they are kept, and can be shown again.</p>
<p>What failed in the queue can be sent again once the cause is gone.</p>`,
    fields: {
      MinimumLevel: 'Shows entries of this level and of those above it.',
    },
    related: ['ledger-settings', 'webhooks', 'association-sync'],
  },
  {
    key: 'connections',
    title: 'Connections',
    summary: 'Exchanges between organizations: contacts of one follow to another.',
    detail: `
<p>An exchange is offered by one organization and joined by others. Only when both sides agree does a connection carry anything, and only what the exchange names.</p>
<p>Each side can pause or end its connection. What has been carried over stays; nothing follows any more.</p>`,
    fields: {
      ConnectionStatusTypeId: 'Where the connection stands, from asked for to ended.',
    },
    related: ['association-sync', 'contacts'],
  },
  {
    key: 'association-sync',
    title: 'Association sync',
    summary: 'Contacts kept the same here, at the state association and at the national body.',
    detail: `
<p>Changes come in and go out in order, for each person by the national number. The same change twice does no harm, and one that is older than what stands here is passed over. A change does not return to where it came from.</p>
<p>Active members and courtesy members go out. Who drops out, and who comes back, goes out too.</p>`,
    fields: {
      NationalId: 'The number by which all three know the contact. Never reuse one.',
    },
    related: ['connections', 'logs', 'contacts'],
  },
  {
    key: 'native-integrations',
    title: 'Integrations',
    summary: 'Ready-made connectors: choose one, connect it, set it up, and it runs.',
    detail: `
<p>The catalogue says what each connector does and how it signs in. After connecting, fill in its form: fields that are wrong are named. Then run it once by hand and look at its log before you leave it to itself.</p>
<p>Secrets that you enter are kept encrypted and never shown again.</p>`,
    fields: {},
    related: ['webhooks', 'application-permissions', 'logs'],
  },
  {
    key: 'files',
    title: 'Files',
    summary: 'Downloads of documents, pictures and what was bought.',
    detail: `
<p>Files are fetched by staff by their number, and by everybody else through a link that is good for one file and for a time. The name in a link is there for people; changing it leads nowhere else.</p>
<p>Pages and scripts are never shown inside the site but offered to be saved.</p>`,
    fields: {},
    related: ['store'],
  },
  {
    key: 'migration',
    title: 'Migration',
    summary: 'Brings the database and the built-in templates to the version of the server. For administrators.',
    detail: `
<p>Make a backup first. Then look at what would be done, and do it. Steps that were done are not done again, and a migration that was broken off goes on where it stopped.</p>
<p>Templates that you have changed are left alone; you are told which ones have a newer version.</p>`,
    fields: {},
    related: ['logs'],
  },
]
