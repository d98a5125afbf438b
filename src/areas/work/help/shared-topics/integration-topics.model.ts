import type { SharedTopic } from './shared-topic.model.ts'

/** Other systems and their permissions. */
export const integrationTopics: SharedTopic[] = [
  {
    key: 'application-permissions',
    title: 'API keys and applications',
    summary: 'The permissions of other programs, the users that they act for, and their network addresses.',
    detail: `
<p>An <strong>API key</strong> is for a program of your own. An <strong>OAuth client</strong> is for an application that people sign in to. Each of them consents to what the application can do.</p>
<ul>
<li>Grant only the scopes that the program needs. For example, a program that reads contacts does not need the permission to change them.</li>
<li>A key is shown once, when it is created. Protect it like a password.</li>
<li>A reset creates a new key. The old one continues to work for a day, so that you can replace it without an interruption. If a key was disclosed, end the old one immediately.</li>
</ul>`,
    fields: {
      GlobalApiKeyIPAddressWhitelist: 'The addresses and ranges from which the key works. Empty: all addresses.',
      GlobalOAuthRedirectUrls: 'The addresses to which users return after they sign in. They must match exactly.',
    },
    related: ['webhooks'],
  },
  {
    key: 'webhooks',
    title: 'Webhooks',
    summary: 'Messages to another system about events in your organization.',
    detail: `
<p>Select the kinds of events and the https address that receives them. Each message is signed, so that the receiver can verify it. Its id stays the same when it is sent again.</p>
<p>A message that fails is sent again for some days. Every attempt is listed with the response, and you can send it again manually. If a receiver fails for five days, the webhook is paused. It shows the reason, and the event webhook.paused notifies other webhooks.</p>`,
    fields: {
      PayloadStyle:
        'thin sends only ids, full sends the record too. Thin is safer: the receiver reads only what it has access to.',
      IsPaused:
        'No message is sent while the webhook is paused. When it continues, the messages of up to five days are sent.',
    },
    related: ['application-permissions'],
  },
  {
    key: 'files',
    title: 'Files',
    summary: 'Pictures of contacts, attachments of communications, and files in custom fields.',
    detail: `
<p>Upload a file and save it in a record. The file then belongs to that record: everyone who can see the record can see the file. A file that no record uses is deleted after a day, and so is a file that is replaced or removed.</p>
<p>A link downloads one file without signing in, until it expires. Send it only to people who should have the file.</p>`,
    fields: {
      ExpiresInSeconds: 'How long a link works, at most seven days. It works for everyone who has it.',
      ExpiresDate: 'A file that no record uses is deleted at this time.',
    },
    related: ['contacts', 'custom-fields'],
  },
  {
    key: 'logs',
    title: 'Logs',
    summary:
      'What happened in your organization: events of other systems, the history of records, and the transfer to your ledger.',
    detail: `
<p>Other systems can write to the log. So do integrations, connections and the association sync. Filter it by time, severity, type and record, or search for words. The log type Change shows the history of a record: who changed what, and when.</p>
<p>The ledger log lists every document that was sent to the ledger or failed, with the reason. Correct the cause, then send one document or all failed documents again. The registry queue lists the changes that go to the national registry and come from it.</p>
<p>Webhooks list their attempts, mail lists failed messages, and workflows show why they were paused.</p>`,
    fields: {
      MinimumLevel: 'The lowest severity to show: Verbose, Debug, Information, Warning, Error or Fatal.',
      DateRange: 'The first and the last day, or a name such as last7days.',
    },
    related: ['ledger-settings', 'webhooks', 'association-sync', 'connections', 'native-integrations'],
  },
  {
    key: 'connections',
    title: 'Connections',
    summary: 'The exchange of contacts and memberships with other organizations.',
    detail: `
<p>An <strong>exchange</strong> names the organizations that give and receive contacts. Each of them has to accept. Then the receiving organization creates a <strong>connection</strong>: it maps the membership types, and selects which parts of individuals and businesses it receives.</p>
<ul>
<li>A contact is synchronized while it has an active membership of a mapped type.</li>
<li>What comes from another organization cannot be changed here. Change it there.</li>
<li>Both sides can disable the connection. The data stays, and what was missed follows when it is enabled again.</li>
</ul>`,
    fields: {
      MembershipFeeds: 'Which membership type there becomes which type here.',
      ConnectionStatusTypeId: 'Pending, Copying, Active, Disabled or Failed. The log says why a connection failed.',
    },
    related: ['contacts', 'memberships', 'logs'],
  },
  {
    key: 'association-sync',
    title: 'Association sync',
    summary: 'The synchronization of contacts with the state and national associations.',
    detail: `
<p>The national and the state bodies send changes of their members, and get those that you make. Each field has the value of its latest change, in whatever order the changes arrive.</p>
<p>A member keeps its number at the national body. If the body deletes a member or moves it to another state, its national membership ends. The contact becomes inactive only if no other membership is active.</p>`,
    fields: {
      Affiliation: 'The code of your state body. Members that move to another one leave you.',
      IsRegistryEnabled: 'Whether changes are sent to the national registry. The queue keeps them until then.',
    },
    related: ['contacts', 'memberships', 'logs'],
  },
  {
    key: 'native-integrations',
    title: 'Integrations',
    summary:
      'Ready-made connectors: files for S3 and SFTP, a mail digest, a calendar feed, webhooks, and an online spreadsheet.',
    detail: `
<p>Install an app, connect it with the credentials of the other system, and configure what it sends. It runs every day, when something happens, or when you start it.</p>
<p>Each run is listed with its result. A run that fails because the other system is unavailable is repeated for a day. Credentials are stored encrypted and are never shown again.</p>`,
    fields: {
      Status: 'NotInstalled, NotConnected, NotConfigured, Ready, or Failed if the last run failed.',
    },
    related: ['webhooks', 'application-permissions', 'logs'],
  },
  {
    key: 'tenant-exports',
    title: 'Exports of the tenant',
    summary: 'All data of your organization in one file, to keep or to move to another installation.',
    detail: `
<p>Start an export and wait until it is complete. The file contains all records with their history, mails and files as of one moment. You can continue to work during the export.</p>
<p>Passwords, keys and other secrets are not part of it. The file contains personal data: protect it, and delete it when you no longer need it. It is deleted here after seven days.</p>`,
    fields: { Status: 'Queued, Running, Completed or Failed. A completed export can be downloaded.' },
    related: ['files', 'migration'],
  },
  {
    key: 'migration',
    title: 'Migration',
    summary:
      'Updates of the database and of the built-in templates to the version of the server. For administrators of the platform.',
    detail: `
<p>The server updates its database when it starts, and the command "migrate" does the same. The operations of this area do it on request and report the result. Make a backup before you install a new version.</p>
<p>Built-in templates of mails and documents follow the version of the server only when you update them here. A template that you have edited keeps your text, and the result says if there is a newer built-in text.</p>`,
    fields: {
      State:
        'Of a migration: applied, pending, changed after it was applied, or failed. Of a template: updated, added, current, or kept because it is edited.',
    },
    related: ['mail'],
  },
]
