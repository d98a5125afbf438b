/** A tenant of one of several installations behind one proxy. */
export interface ProxiedTenant {
  key: string
  /** Its id in base 36. */
  id: string
  /** The name of its installation. */
  installation: string
}

/** A request without a credential. */
export interface PublicRequest {
  path: string
  headers?: Record<string, string>
  /** A form, or a report as JSON. */
  body?: Record<string, string>
  isJson?: boolean
}

type Ways = (tenant: ProxiedTenant) => PublicRequest[]

const SECRET = 'x'.repeat(43)
const byKey =
  (path: string): Ways =>
  ({ key }) => [{ path, headers: { 'x-tenant-key': key } }]
const byPath =
  (pathOf: (tenant: ProxiedTenant) => string): Ways =>
  (tenant) => [{ path: pathOf(tenant) }]

/** How each page of staff that names no tenant reaches the installation of the person. */
const staffPage =
  (path: string): Ways =>
  ({ installation }) => [
    { path: `${path}?installation=${installation}` },
    { path, headers: { cookie: `other=1; __Host-guildhall-installation=${installation}` } },
    { path, headers: { cookie: `guildhall-installation=${installation}` }, body: { form: SECRET } },
  ]

/** The same for the pages of signing in, which return to another one. The page to return to decides, not the last one. */
const signInPage =
  (path: string): Ways =>
  (tenant) => {
    const { key, id } = tenant
    const headers = { cookie: '__Host-guildhall-installation=north' }
    const pages = [`/console/${key}`, `/console/${key}/mails?status=failed`, authorizePath(id)]
    return [
      ...staffPage(path)(tenant),
      ...pages.map((next) => ({ path: `${path}?${new URLSearchParams({ next })}`, headers })),
      ...pages.map((next) => ({ path, headers, body: { next, email: 'a@x.example' } })),
    ]
  }

const authorizePath = (id: string) =>
  `/oauth2/authorize?${new URLSearchParams({ response_type: 'code', client_id: `ghi_${id}_${SECRET}` })}`

const client =
  (path: string): Ways =>
  ({ id }) => [
    { path, body: { client_id: `ghi_${id}_${SECRET}` } },
    { path, headers: { authorization: `Basic ${Buffer.from(`ghi_${id}_a:secret`).toString('base64')}` }, body: {} },
  ]

/** The ways to each public route that leads to the records of one tenant, by its pattern in the router. */
export const TENANT_REQUESTS: Readonly<Record<string, Ways>> = {
  '/members/:tenantKey/*': byPath(({ key }) => `/members/${key}/sign-in`),
  '/events/:tenantKey/:eventId*': byPath(({ key }) => `/events/${key}/12/links/${SECRET}`),
  '/console/:tenant*': byPath(({ key }) => `/console/${key}/mails?status=failed`),
  '/sandbox/payments/:tenantKey/*': byPath(({ key }) => `/sandbox/payments/${key}/${SECRET}`),
  '/hooks/payment-processor/:tenantKey': byPath(({ key }) => `/hooks/payment-processor/${key}`),
  '/api/public/ads/:tenantkey/*': byPath(({ key }) => `/api/public/ads/${key}/pages/4`),
  '/api/public/calendars/:feed': byPath(({ id }) => `/api/public/calendars/${id}-${SECRET}`),
  '/api/public/calendars*': byKey('/api/public/calendars'),
  '/api/public/events/*': byKey('/api/public/events/getenv/12'),
  '/api/help/*': byKey('/api/help/all'),
  '/api/public/mail/opened/:token': byPath(({ id }) => `/api/public/mail/opened/${id}-${SECRET}`),
  '/api/public/mail/unsubscribe/:token': byPath(({ id }) => `/api/public/mail/unsubscribe/${id}-${SECRET}`),
  '/api/public/mail/links': byPath(({ id }) => `/api/public/mail/links?Token=${id}-${SECRET}`),
  '/api/public/store/:tenantkey/*': byPath(({ key }) => `/api/public/store/${key}/images/1/1`),
  '/api/public/storedownloads/:token': byPath(({ id }) => `/api/public/storedownloads/${id}-${SECRET}`),
  '/api/public/ledgersettings/callback': byPath(({ id }) => `/api/public/ledgersettings/callback?code=1&state=${id}-a`),
  '/api/public/native/callback': byPath(({ id }) => `/api/public/native/callback?code=1&state=${id}-a`),
  '/api/public/native/feeds/:feed': byPath(({ id }) => `/api/public/native/feeds/${id}-${SECRET}.ics`),
  '/api/webdav/*': byPath(({ id }) => `/api/webdav/${id}-${SECRET}/12/report.pdf`),
  '/api/logs/public': ({ key }) => [
    { path: '/api/logs/public', isJson: true, body: { Message: 'a'.repeat(14_000), TenantKey: key } },
  ],
  '/api/exchange/inbox': byKey('/api/exchange/inbox'),
  '/mcp': ({ id }) => [{ path: '/mcp', headers: { authorization: `Bearer ghk_${id}_${SECRET}` } }],
  '/oauth2/authorize': byPath(({ id }) => authorizePath(id)),
  '/oauth2/token': (tenant) => [
    ...client('/oauth2/token')(tenant),
    { path: '/oauth2/token', body: { grant_type: 'refresh_token', refresh_token: `ghr_${tenant.id}_${SECRET}` } },
    { path: '/oauth2/token', body: { grant_type: 'authorization_code', code: `ghc_${tenant.id}_${SECRET}` } },
  ],
  '/oauth2/revoke': client('/oauth2/revoke'),
  '/oauth2/introspect': client('/oauth2/introspect'),
  '/sign-in': signInPage('/sign-in'),
  '/sign-in/second-factor': signInPage('/sign-in/second-factor'),
  '/sign-out': signInPage('/sign-out'),
  '/forgot-password': signInPage('/forgot-password'),
  '/reset-password/:link': staffPage(`/reset-password/${SECRET}`),
  '/account/second-factor': signInPage('/account/second-factor'),
  '/account*': (tenant) => [...staffPage('/account')(tenant), ...staffPage(`/account/email/confirm/${SECRET}`)(tenant)],
  '/console': staffPage('/console'),
}

/** The public routes that are the same in every installation. */
export const SHARED_ROUTES: readonly string[] = [
  '/',
  '/*',
  '/health/*',
  '/openapi.json',
  '/reference*',
  '/guides/*',
  '/.well-known/*',
  '/sign-in/*.css',
  '/sign-in/*.js',
  '/console/*.css',
  '/events/*.js',
]

/** Whether a route has a pattern of the lists above, in which a star stands for any text. */
export const matchesRoute = (pattern: string, url: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.?^$+()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(url)
