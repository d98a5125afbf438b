import { parseAddressList } from '../auth/address-list.ts'
import { isMailAddress } from '../mail/address.ts'

/** One setting: its variable, what it is for, how it is read. The table below is the documentation, too. */
export interface Setting<T> {
  readonly env: string
  readonly about: string
  readonly fallback: T
  readonly parse: (text: string) => T
  readonly secret?: boolean
}

const text = (env: string, about: string, fallback: string, secret = false): Setting<string> => ({
  env,
  about,
  fallback,
  parse: (value) => value,
  secret,
})

/** The same setting, with a look at what was given: `check` throws a RangeError that says what is allowed. */
const checked = (setting: Setting<string>, check: (value: string) => unknown): Setting<string> => ({
  ...setting,
  parse: (value) => {
    check(value)
    return value
  },
})

const assertUrl =
  (...protocols: string[]) =>
  (value: string): void => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      throw new RangeError(
        `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      )
  }

const assertMailUrl = (value: string): void => {
  assertUrl('smtp:', 'smtps:')(value)
  const { hostname, pathname, search, hash } = new URL(value)
  if (hostname === '' || pathname.length > 1 || search !== '' || hash !== '')
    throw new RangeError('must name a host, perhaps with user, password and port, and nothing more')
}

const assertMailAddress = (value: string): void => {
  if (!isMailAddress(value)) throw new RangeError('must be a mail address alone, like office@example.org')
}

/** Names that stand for ranges in a list of proxies. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal']

const assertProxies = (value: string): unknown =>
  parseAddressList(
    value
      .split(',')
      .filter((entry) => !RANGES.includes(entry.trim()))
      .join(),
  )

const integer = (env: string, about: string, fallback: number, least: number, most: number): Setting<number> => ({
  env,
  about,
  fallback,
  parse: (value) => {
    const read = Number(value)
    if (!/^\d+$/.test(value) || read < least || read > most)
      throw new RangeError(`must be a whole number from ${least} to ${most}`)
    return read
  },
})

const oneOf = <const V extends string>(env: string, about: string, fallback: V, values: readonly V[]): Setting<V> => ({
  env,
  about,
  fallback,
  parse: (value) => {
    const found = values.find((allowed) => allowed === value)
    if (!found) throw new RangeError(`must be one of ${values.join(', ')}`)
    return found
  },
})

const flag = (env: string, about: string, fallback: boolean): Setting<boolean> => ({
  env,
  about,
  fallback,
  parse: (value) => {
    if (['true', '1', 'yes', 'on'].includes(value.toLowerCase())) return true
    if (['false', '0', 'no', 'off'].includes(value.toLowerCase())) return false
    throw new RangeError('must be true or false')
  },
})

/** Where Prometheus expects exporters. */
export const METRICS_PORT = 9464

/** Every setting of the server, from the environment. */
export const settings = {
  host: text('HOST', 'Address to listen on.', '127.0.0.1'),
  port: integer('PORT', 'Port to listen on.', 3000, 0, 65535),
  publicUrl: checked(
    text('PUBLIC_URL', 'The address clients use, where a proxy stands in front. Empty: as each request names it.', ''),
    assertUrl('http:', 'https:'),
  ),
  trustProxy: checked(
    text(
      'TRUST_PROXY',
      'Addresses or CIDR ranges of proxies whose X-Forwarded-For counts, by commas. Empty: none.',
      '',
    ),
    assertProxies,
  ),
  role: oneOf('GUILDHALL_ROLE', 'What this process does: answer requests, run jobs, or both.', 'both', [
    'web',
    'worker',
    'both',
  ]),
  databaseUrl: checked(
    text('DATABASE_URL', 'PostgreSQL 15 or newer. Empty: an embedded one under the data directory.', '', true),
    assertUrl('postgres:', 'postgresql:'),
  ),
  databasePoolSize: integer('DATABASE_POOL_SIZE', 'Connections for requests per process.', 6, 1, 100),
  statementTimeout: integer('DATABASE_STATEMENT_TIMEOUT_MS', 'Milliseconds a statement may run.', 20_000, 100, 600_000),
  dataDir: text('GUILDHALL_DATA_DIR', 'Where the embedded database, files and generated secrets live.', '.data'),
  secret: text(
    'GUILDHALL_SECRET',
    'At least 32 characters; tokens are signed and secrets encrypted with keys derived from it. Empty: made once and kept in the data directory. All replicas need the same.',
    '',
    true,
  ),
  demo: flag('GUILDHALL_DEMO', 'On an empty database, create the demo tenant with records and a first API key.', true),
  logLevel: oneOf('LOG_LEVEL', 'Least severe level that is logged.', 'info', [
    'trace',
    'debug',
    'info',
    'warn',
    'error',
    'fatal',
    'silent',
  ]),
  metricsHost: text('METRICS_HOST', 'Address of the Prometheus metrics.', '127.0.0.1'),
  metricsPort: integer(
    'METRICS_PORT',
    `Port of the Prometheus metrics; 0 picks a free one, and so does ${METRICS_PORT} where it is taken.`,
    METRICS_PORT,
    0,
    65535,
  ),
  bodyLimit: integer('BODY_LIMIT_BYTES', 'Largest request body.', 1_048_576, 1024, 104_857_600),
  requestTimeout: integer(
    'REQUEST_TIMEOUT_MS',
    'Milliseconds in which a request must have arrived whole.',
    30_000,
    1000,
    600_000,
  ),
  headersTimeout: integer(
    'HEADERS_TIMEOUT_MS',
    'Milliseconds in which a request line and headers must have arrived.',
    5000,
    500,
    60_000,
  ),
  shutdownGrace: integer(
    'SHUTDOWN_GRACE_MS',
    'Milliseconds that running requests and jobs get to finish on shutdown.',
    20_000,
    0,
    600_000,
  ),
  shutdownDelay: integer(
    'SHUTDOWN_DELAY_MS',
    'Milliseconds between readiness going down and the end of listening, so that proxies notice first.',
    0,
    0,
    60_000,
  ),
  credentialRate: integer('RATE_LIMIT_PER_CREDENTIAL', 'Requests per minute and credential.', 6000, 1, 100_000_000),
  tenantRate: integer('RATE_LIMIT_PER_TENANT', 'Requests per minute and tenant.', 30_000, 1, 100_000_000),
  addressRate: integer(
    'RATE_LIMIT_PER_ADDRESS',
    'Requests without a credential, and unknown credentials, per minute and address.',
    600,
    1,
    100_000_000,
  ),
  accessTokenSeconds: integer('ACCESS_TOKEN_SECONDS', 'Life of an access token.', 3600, 60, 86_400),
  refreshTokenDays: integer('REFRESH_TOKEN_DAYS', 'Life of a refresh token.', 30, 1, 365),
  sessionHours: integer('SESSION_HOURS', 'Life of a staff sign-in.', 12, 1, 720),
  mailUrl: checked(
    text(
      'MAIL_URL',
      'The mail server: smtp://user:password@host:587 (STARTTLS where offered) or smtps://user:password@host. Empty: mail is put into MAIL_FOLDER.',
      '',
      true,
    ),
    assertMailUrl,
  ),
  mailRequireTls: flag(
    'MAIL_REQUIRE_TLS',
    'Send nothing where an smtp:// server offers no TLS. A password is never sent without, but to this machine.',
    false,
  ),
  mailFrom: checked(
    text('MAIL_FROM', 'Address that mail comes from; the name is the organization.', 'guildhall@mail.invalid'),
    assertMailAddress,
  ),
  mailFolder: text(
    'MAIL_FOLDER',
    'Where mail is put, one .eml file each, while MAIL_URL is empty. Empty: outbox in the data directory.',
    '',
  ),
  mailRetentionDays: integer(
    'MAIL_RETENTION_DAYS',
    'Days for which the text of mail that was sent is kept; that it was sent is kept for good.',
    365,
    1,
    3650,
  ),
  mailTracking: flag(
    'MAIL_TRACKING',
    'Notice when emails of workflows are opened and their links followed. Without, they tell nothing.',
    true,
  ),
  outboundAllowed: checked(
    text(
      'OUTBOUND_ALLOWED_NETWORKS',
      'Addresses or CIDR ranges, by commas, that webhooks and other calls may reach although they are not public; without TLS too. Empty: none.',
      '',
    ),
    parseAddressList,
  ),
  webhookRetentionDays: integer(
    'WEBHOOK_RETENTION_DAYS',
    'Days for which what was sent to webhooks is kept, with its attempts.',
    30,
    1,
    3650,
  ),
  jobConcurrency: integer('JOB_CONCURRENCY', 'Jobs run at once per worker, and as many mails beside them.', 4, 1, 100),
  eventRetentionDays: integer('EVENT_RETENTION_DAYS', 'Days for which delivered events are kept.', 30, 1, 3650),
} as const

export type Config = {
  readonly [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never
}
