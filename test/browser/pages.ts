const CONSOLE = [
  '',
  '/people',
  '/people/many',
  '/people/:id',
  '/people/:id/match',
  '/mails',
  '/mails/:id',
  '/webhooks',
  '/webhooks/:id',
  '/webhooks/:id/attempts/:attempt',
  '/workflows',
  '/workflows/:id',
  '/workflows/:id/contacts',
  '/workflows/:id/contacts/:contact',
  '/jobs',
  '/imports',
  '/imports/new',
  '/imports/:id',
  '/imports/:id/cancel',
  '/imports/:id/delete',
  '/imports/files/:file',
  '/books',
  '/ledger',
  '/ledger/resync',
  '/keys',
  '/keys/:id/revoke',
  '/keys/:id/reset',
  '/apps',
  '/apps/:id/revoke',
  '/apps/:id/reset',
  '/limits',
  '/history',
  '/history/:id',
  '/log',
  '/log/:id',
].map((path) => `/console/:tenant${path}`)

const EVENT = '/events/:tenantKey/:eventId(^[1-9]\\d{0,8}$)'

/** The addresses of all pages, as their routes have them. A browser test looks at each. */
export const PAGES: readonly string[] = [
  '/',
  '/guides/integrators',
  '/guides/operators',
  '/reference',
  '/reference/search',
  '/reference/problems',
  '/reference/areas/:area',
  '/reference/operations/:operationId',
  '/sign-in',
  '/sign-in/second-factor',
  '/forgot-password',
  '/reset-password/:link',
  '/account',
  '/account/password',
  '/account/email',
  '/account/email/confirm/:link',
  '/account/second-factor',
  '/account/sessions',
  '/account/apps',
  '/oauth2/authorize',
  '/members/:tenantKey/sign-in',
  '/members/:tenantKey/link/:link',
  '/members/:tenantKey/password',
  '/members/:tenantKey/sessions',
  '/members/:tenantKey/apps',
  '/console',
  ...CONSOLE,
  EVENT,
  `${EVENT}/cancel`,
  `${EVENT}/change`,
  `${EVENT}/decline`,
  `${EVENT}/links/:secret`,
  `${EVENT}/carts/:secret`,
  `${EVENT}/carts/:secret/done`,
  '/sandbox/payments/:tenantKey/:token',
  '/api/public/mail/unsubscribe/:token',
  '/api/public/mail/links',
  '/api/public/ledgersettings/callback',
  '/api/public/native/callback',
]

/** Returns the page of an address: of several that match, the one with the most fixed segments. */
export const pageOf = (path: string): string | undefined =>
  PAGES.filter((page) => patternOf(page).test(path)).sort((one, other) => fixedIn(other) - fixedIn(one))[0]

/** The routes of a page have numbers in parentheses, which are left out. */
const segmentsOf = (page: string): string[] => page.replaceAll(/\([^)]*\)/g, '').split('/')

const patternOf = (page: string): RegExp =>
  new RegExp(
    `^${segmentsOf(page)
      .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment))
      .join('/')}$`,
  )

const fixedIn = (page: string): number => segmentsOf(page).filter((segment) => !segment.startsWith(':')).length
