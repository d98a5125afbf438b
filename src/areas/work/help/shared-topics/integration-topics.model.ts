import type { SharedTopic } from './shared-topic.model.ts'

/** Other systems, and who may do what. */
export const integrationTopics: SharedTopic[] = [
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
    related: ['webhooks'],
  },
  {
    key: 'webhooks',
    title: 'Webhooks',
    summary: 'Messages that are sent to another system when something happens here.',
    detail: `
<p>Choose the kinds of events and the https address that shall hear of them. Each message is signed, so that the receiver can tell it from a forgery, and bears an id that stays the same when it is sent again.</p>
<p>A message that is not taken is tried again, over some days. Every attempt is listed with the answer, and can be sent again by hand. A receiver that fails for five days is paused: the webhook says why, and the event webhook.paused tells others.</p>`,
    fields: {
      PayloadStyle:
        'thin sends ids alone, full the record as well. Thin is safer: the receiver reads what it may read.',
      IsPaused:
        'Nothing is sent while it is set. What happens meanwhile is sent when it is taken back, up to five days of it.',
    },
    related: ['application-permissions'],
  },
]
