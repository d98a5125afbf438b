import { parseAddressList } from '../http/address-list.ts'
import { isMailAddress } from '../text/mail-address.ts'
import { fileSettings } from './file-settings.ts'
import { integrationSettings } from './integration-settings.ts'
import { checked, flag, integer, oneOf, requireUrl, type Setting, text } from './setting.ts'
import { tracingSettings } from './tracing-settings.ts'

const requireMailUrl = (value: string): void => {
  requireUrl('smtp:', 'smtps:')(value)
  const { hostname, pathname, search, hash } = new URL(value)
  if (hostname === '' || pathname.length > 1 || search !== '' || hash !== '')
    throw new RangeError('must name a host, perhaps with user, password and port, and nothing more')
}

const requireMailAddress = (value: string): void => {
  if (!isMailAddress(value)) throw new RangeError('must be only a mail address, for example office@example.org')
}

/**
 * Checks the name of the installation: a part of addresses and cookie names, and the name of a backend of the proxy.
 */
const requireInstallation = (value: string): void => {
  if (!/^[a-z][a-z0-9]{0,19}$/.test(value))
    throw new RangeError('must be 1 to 20 lower-case letters and digits, and begin with a letter')
}

/** Names of ranges in a list of proxies. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal']

const requireProxies = (value: string): unknown =>
  parseAddressList(
    value
      .split(',')
      .filter((entry) => !RANGES.includes(entry.trim()))
      .join(),
  )

/** Parses an address of the online ledger. Empty: that of the production system. */
const ledgerUrl = (env: string, about: string): Setting<string> =>
  checked(text(env, `${about} Empty: that of its production system.`, ''), requireUrl('http:', 'https:'))

/** The port at which Prometheus expects exporters. */
export const METRICS_PORT = 9464

/** Every setting of the server, from the environment. */
export const settings = {
  host: text('HOST', 'Address to listen on.', '127.0.0.1'),
  port: integer('PORT', 'Port to listen on.', 3000, 0, 65535),
  publicUrl: checked(
    text(
      'PUBLIC_URL',
      'Address of the server for clients, if a proxy is in front. Empty: the address of each request. OAuth and sign-in require it unless HOST is a loopback address.',
      '',
    ),
    requireUrl('http:', 'https:'),
  ),
  installation: checked(
    text(
      'INSTALLATION',
      'Name of this installation, if several share PUBLIC_URL: addresses of staff pages contain it. Empty: no other shares it.',
      '',
    ),
    requireInstallation,
  ),
  trustProxy: checked(
    text(
      'TRUST_PROXY',
      'Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted, separated by commas. Empty: none.',
      '',
    ),
    requireProxies,
  ),
  role: oneOf('GUILDHALL_ROLE', 'Work of this process: serve requests, run jobs, or both.', 'both', [
    'web',
    'worker',
    'both',
  ]),
  databaseUrl: checked(
    text('DATABASE_URL', 'PostgreSQL 15 or newer. Empty: an embedded one under the data directory.', '', true),
    requireUrl('postgres:', 'postgresql:'),
  ),
  databasePoolSize: integer('DATABASE_POOL_SIZE', 'Connections for requests per process.', 6, 1, 100),
  statementTimeout: integer(
    'DATABASE_STATEMENT_TIMEOUT_MS',
    'Maximum duration of a statement, in milliseconds.',
    20_000,
    100,
    600_000,
  ),
  dataDir: text('GUILDHALL_DATA_DIR', 'Folder of the embedded database, files and generated secrets.', '.data'),
  secret: text(
    'GUILDHALL_SECRET',
    'At least 32 characters. Keys that sign tokens and encrypt secrets are derived from it. Empty: created once and stored in the data directory. All replicas need the same.',
    '',
    true,
  ),
  secretPrevious: text(
    'GUILDHALL_SECRET_PREVIOUS',
    'The secret before a change, or the next one before the change: what it has encrypted stays readable. A worker encrypts stored secrets again with GUILDHALL_SECRET.',
    '',
    true,
  ),
  demo: flag('GUILDHALL_DEMO', 'On an empty database, create the demo tenant with records and a first API key.', true),
  logLevel: oneOf('LOG_LEVEL', 'Lowest level that is logged.', 'info', [
    'trace',
    'debug',
    'info',
    'warn',
    'error',
    'fatal',
    'silent',
  ]),
  logFormat: oneOf(
    'LOG_FORMAT',
    'Format of the log: json, text for people, or auto: text on a terminal, JSON otherwise.',
    'auto',
    ['auto', 'json', 'text'],
  ),
  metricsHost: text('METRICS_HOST', 'Address of the Prometheus metrics.', '127.0.0.1'),
  metricsPort: integer(
    'METRICS_PORT',
    `Port of the Prometheus metrics; 0 picks a free one, and so does ${METRICS_PORT} if it is already in use.`,
    METRICS_PORT,
    0,
    65535,
  ),
  ...tracingSettings,
  bodyLimit: integer('BODY_LIMIT_BYTES', 'Largest request body.', 1_048_576, 1024, 104_857_600),
  requestTimeout: integer(
    'REQUEST_TIMEOUT_MS',
    'Milliseconds in which a request must have arrived completely.',
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
    'Milliseconds for running requests and jobs to finish on shutdown.',
    20_000,
    0,
    600_000,
  ),
  shutdownDelay: integer(
    'SHUTDOWN_DELAY_MS',
    'Milliseconds between the end of readiness and the end of listening, so that proxies notice first.',
    0,
    0,
    60_000,
  ),
  credentialRate: integer(
    'RATE_LIMIT_PER_CREDENTIAL',
    'Tokens per minute and credential. A request takes one, an expensive one more.',
    6000,
    1,
    100_000_000,
  ),
  tenantRate: integer('RATE_LIMIT_PER_TENANT', 'Tokens per minute and tenant.', 30_000, 1, 100_000_000),
  addressRate: integer(
    'RATE_LIMIT_PER_ADDRESS',
    'Tokens per minute and address, for requests without a valid credential. A registration takes about 22.',
    600,
    1,
    100_000_000,
  ),
  accessTokenSeconds: integer('ACCESS_TOKEN_SECONDS', 'Lifetime of an access token, in seconds.', 3600, 60, 86_400),
  refreshTokenDays: integer('REFRESH_TOKEN_DAYS', 'Lifetime of a refresh token, in days.', 30, 1, 365),
  refreshFamilyDays: integer(
    'REFRESH_FAMILY_DAYS',
    'Days after which people must sign in to an application again, however often it refreshes its tokens.',
    90,
    1,
    3650,
  ),
  sessionHours: integer('SESSION_HOURS', 'Lifetime of a session on the sign-in pages, in hours.', 12, 1, 720),
  sessionIdleMinutes: integer(
    'SESSION_IDLE_MINUTES',
    'Minutes without a request after which a session on the sign-in pages ends.',
    120,
    5,
    43_200,
  ),
  mailUrl: checked(
    text(
      'MAIL_URL',
      'The mail server: smtp://user:password@host:587 (STARTTLS if offered) or smtps://user:password@host. Empty: mail is written to MAIL_FOLDER.',
      '',
      true,
    ),
    requireMailUrl,
  ),
  mailRequireTls: flag(
    'MAIL_REQUIRE_TLS',
    'Send nothing if an smtp:// server offers no TLS. A password is never sent without TLS, except to this machine.',
    false,
  ),
  mailFrom: checked(
    text('MAIL_FROM', 'Sender address of mail; the name is that of the organization.', 'guildhall@mail.invalid'),
    requireMailAddress,
  ),
  mailFolder: text(
    'MAIL_FOLDER',
    'Folder of mail, one .eml file each, while MAIL_URL is empty. Empty: outbox in the data directory.',
    '',
  ),
  mailRetentionDays: integer(
    'MAIL_RETENTION_DAYS',
    'Days for which the text of sent mail is stored; the record that it was sent is stored permanently.',
    365,
    1,
    3650,
  ),
  mailTracking: flag('MAIL_TRACKING', 'Track when emails of workflows are opened and their links followed.', true),
  outboundAllowed: checked(
    text(
      'OUTBOUND_ALLOWED_NETWORKS',
      'Addresses or CIDR ranges, separated by commas, that webhooks and other calls can use although they are not public, also without TLS. Empty: none.',
      '',
    ),
    parseAddressList,
  ),
  processorUrl: checked(
    text(
      'PAYMENT_PROCESSOR_URL',
      'Address of the payment processor, http://host:port. Empty: that of the processor itself.',
      '',
    ),
    requireUrl('http:', 'https:'),
  ),
  captchaVerifyUrl: checked(
    text(
      'CAPTCHA_VERIFY_URL',
      'Address at which a captcha service verifies responses (siteverify). Empty: browsers solve a proof of work, without a service.',
      '',
    ),
    requireUrl('http:', 'https:'),
  ),
  captchaSiteKey: text('CAPTCHA_SITE_KEY', 'Public key of this server at the captcha service.', ''),
  captchaSecret: text('CAPTCHA_SECRET', 'Secret key of this server at the captcha service.', '', true),
  captchaMaxNumber: integer(
    'CAPTCHA_MAX_NUMBER',
    'Highest number that a browser tries for the proof of work. Twice the number takes twice the time.',
    100_000,
    1000,
    10_000_000,
  ),
  ledgerClientId: text(
    'LEDGER_CLIENT_ID',
    'Client id of this server at the online ledger. Empty: tenants get the embedded ledger.',
    '',
  ),
  ledgerClientSecret: text('LEDGER_CLIENT_SECRET', 'Client secret of this server at the online ledger.', '', true),
  ledgerAuthorizeUrl: ledgerUrl('LEDGER_AUTHORIZE_URL', 'Page of the online ledger that asks for access.'),
  ledgerTokenUrl: ledgerUrl('LEDGER_TOKEN_URL', 'Address of the online ledger that issues tokens.'),
  ledgerRevokeUrl: ledgerUrl('LEDGER_REVOKE_URL', 'Address of the online ledger that revokes tokens.'),
  ledgerApiUrl: ledgerUrl('LEDGER_API_URL', 'Address of the records of the online ledger.'),
  ledgerLogRetentionDays: integer(
    'LEDGER_LOG_RETENTION_DAYS',
    'Days for which the log of the ledger sync is stored; failures stay until they are repaired.',
    365,
    1,
    3650,
  ),
  webhookRetentionDays: integer(
    'WEBHOOK_RETENTION_DAYS',
    'Days for which deliveries to webhooks are stored, with their attempts.',
    30,
    1,
    3650,
  ),
  ...fileSettings,
  ...integrationSettings,
  jobConcurrency: integer(
    'JOB_CONCURRENCY',
    'Concurrent jobs per worker, and the same number of mails in addition.',
    4,
    1,
    100,
  ),
  eventRetentionDays: integer('EVENT_RETENTION_DAYS', 'Days for which delivered events are stored.', 30, 1, 3650),
} as const

export type Config = {
  readonly [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never
}
