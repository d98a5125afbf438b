import { type Html, html } from '#services/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import { link } from './forms.ts'

/** A kind of record that has a page in the console. */
interface RecordPage {
  name: string
  /** The scope that its page needs. */
  scope: string
  path(key: string): string
}

const PAGES: ReadonlyMap<string, RecordPage> = new Map(
  Object.entries<RecordPage>({
    'mail-message': { name: 'mail', scope: 'mail:read', path: (key) => `/mails/${key}` },
    webhook: { name: 'webhook', scope: 'webhooks:read', path: (key) => `/webhooks/${key}` },
    workflow: { name: 'workflow', scope: 'workflows:read', path: (key) => `/workflows/${key}` },
    import: { name: 'import', scope: 'imports:read', path: (key) => `/imports/${key}` },
    job: { name: 'background job', scope: 'logs:read', path: (key) => `/jobs?number=${key}` },
    'api-key': { name: 'API keys', scope: 'application-permissions:read', path: () => '/keys' },
    'oauth-client': { name: 'apps', scope: 'application-permissions:read', path: () => '/apps' },
    ledgercustomer: { name: 'ledger sync', scope: 'logs:read', path: () => '/ledger?level=Error' },
    ledgersettings: { name: 'ledger sync', scope: 'logs:read', path: () => '/ledger?level=Error' },
  }),
)

const DIGITS = /^[1-9]\d{0,18}$/

/** A link to the page of a record; undefined for a kind without a page, and for a user that may not read it. */
export const recordLink = (
  user: ConsoleUser,
  kind: string | null | undefined,
  key: string | number | null | undefined,
): Html | undefined => {
  const page = PAGES.get(kind ?? '')
  const text = String(key ?? '')
  if (!page || !DIGITS.test(text) || !user.can(page.scope)) return undefined
  return link(user, page.path(text), `Open the ${page.name}`)
}

/** Names a record in words: "mail message 7". */
export const recordName = (kind: string | null, key: string | null): string =>
  `${(kind ?? 'record').replaceAll('-', ' ')} ${key ?? ''}`.trim()

/** The history of a record, for users that may read it. */
export const historyLink = (user: ConsoleUser, kind: string | null, key: string | null): Html | undefined =>
  kind === null || key === null || !user.can('logs:read')
    ? undefined
    : html`${link(user, `/history?${new URLSearchParams({ kind, record: key })}`, 'Its change history')}`
