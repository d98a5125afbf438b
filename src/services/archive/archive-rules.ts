import { builtInTemplates } from '../mail/built-in/built-in-templates.ts'

/**
 * The tables of tenants that an archive leaves out, each with the reason. All other tables are exported: a new table is part
 * of the archive without an entry here, and a test fails for a column that looks like a secret and is not listed.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  application_secret: 'credential: the hashes of API keys and client secrets',
  application_use: 'belongs to the secrets of applications',
  oauth_code: 'credential: authorization codes',
  oauth_token: 'credential: access and refresh tokens',
  oauth_consent: 'credential: what people let an OAuth client do',
  member_consent: 'credential: what members let an OAuth client do',
  member_session: 'session',
  member_link: 'credential: links to sign in',
  member_password: 'credential: hashes of passwords',
  webhook_secret: 'secret: keys by which webhooks are signed',
  processor_connection: 'secret: the access to the payment processor',
  ledger_authorization: 'secret: states of authorizations that are not complete',
  native_authorization: 'secret: states of authorizations that are not complete',
  native_feed: 'secret: the address of a feed; saving the configuration makes another one',
  event_registration_link: 'credential: links of the mails that confirm an address, valid for a short time',
  idempotency_key: 'responses to repeated requests of credentials that are left out, kept for a day',
  used_captcha: 'challenges of this installation, kept for minutes',
  exchange: 'agreements with tenants that know this one by its key here; they are made again',
  exchange_party: 'belongs to the exchanges',
  connection: 'belongs to the exchanges, and contains keys',
  connection_message: 'belongs to the exchanges',
  connection_sent_contact: 'belongs to the exchanges',
  connection_received_contact: 'belongs to the exchanges',
  connection_received_role: 'belongs to the exchanges',
  connection_gap: 'belongs to the exchanges',
  exchange_receipt: 'ids of messages of this installation, kept for an hour',
  tenant_export: 'the exports themselves',
}

/** Columns of exported tables that are secret, each with the reason. The import gives them their default. */
export const SECRET_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  calendar: {
    feed_sealed: 'secret: the address of the feed',
    feed_hash: 'secret: the address of the feed',
  },
  ledger_connection: {
    access_token: 'connector token',
    refresh_token: 'connector token',
  },
  ledger_installation: {
    key_permission_id: 'the key of the connector, which is issued again',
    key_secret_id: 'the key of the connector, which is issued again',
    is_key_issued: 'the key of the connector, which is issued again',
  },
  native_connector: {
    credentials: 'connector token',
    expires_at: 'belongs to the connector token',
    connected_at: 'belongs to the connector token',
  },
  association_settings: {
    registry_key: 'secret: the access to the national registry',
    registry_key_hint: 'belongs to the key',
  },
  event_order: { manage_hash: 'credential: the link by which the payer cancels' },
}

/** Columns whose names look like secrets, and why they are exported. */
export const NOT_SECRET: Readonly<Record<string, string>> = {
  'event_order.key_hash': 'the carts of visitors, which end after minutes; a hash of a random key',
  'event_order.visitor_hash': 'the limit of carts per address, a keyed hash',
  'event_order.payment_token': 'the name of a means of payment at the processor, worthless without its key',
  'event_invitation.code_hash': 'the hash of a random code, whose former link names the former tenant',
  'import_run.file_hash': 'recognizes a file that was imported',
  'member_login.has_password': 'whether there is a password; the import sets it to false',
  'application_permission.tokens_valid_from': 'a time',
  'processor_charge.token': 'the name of a means of payment at the processor, worthless without its key',
  'membership_payment_method.token': 'the name of a means of payment at the processor, worthless without its key',
  'part_collection.token': 'the name of a means of payment at the processor, worthless without its key',
  'store_purchase.payment_token': 'the name of a means of payment at the processor, worthless without its key',
}

/** Conditions on the rows that are exported. */
export const EXPORTED_ROWS: Readonly<Record<string, string>> = {
  // Bytes that are not complete, or that are being deleted, and the exports themselves.
  stored_file: `state = 'ready' AND owner_kind IS DISTINCT FROM 'tenant-export'`,
}

const secretTemplates = builtInTemplates.filter(({ isSecret }) => isSecret).map(({ key }) => `'${key}'`)

/** Expressions that replace values on export. */
export const EXPORTED_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The data of a mail that waits or has failed contains its link, which is a credential.
  mail_message: { data: `CASE WHEN template_key IN (${secretTemplates.join(', ')}) THEN NULL ELSE data END` },
}

/** Returns the id of the settings of a tenant, which is that of the tenant, $2. */
const idOfSettings = (kind: string, id: string): string =>
  `CASE r.${kind} WHEN 'tenantsettings' THEN $2::integer ELSE r.${id} END`

/**
 * Expressions that replace values of the archive (`r`) on import: what must not act in another installation as it did in the
 * former one, and ids of the tenant.
 */
export const IMPORTED_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audit_entry: { entity_id: idOfSettings('entity', 'entity_id') },
  stored_file: { owner_id: idOfSettings('owner_kind', 'owner_id') },
  application_permission: {
    // No archive gives rights on the installation, or on its other tenants.
    scopes: `array_remove(r.scopes, 'platform')`,
    is_global: 'false',
  },
  role: { scopes: `array_remove(r.scopes, 'platform')` },
  // Nothing synchronizes them in another installation.
  contact: { source_connection_id: 'NULL' },
  contact_role: { source_connection_id: 'NULL', source_role_id: 'NULL' },
  membership: { source_connection_id: 'NULL' },
  // The embedded ledger needs no token.
  ledger_connection: {
    status: `CASE WHEN r.status = 'Connected' AND r.access_expires_at IS NOT NULL THEN 'Expired' ELSE r.status END`,
  },
  member_login: { has_password: 'false' },
  association_settings: {
    is_registry_enabled: `CASE r.registry WHEN 'Online' THEN false ELSE r.is_registry_enabled END`,
  },
  native_integration: { is_paused: 'true' },
  outbox_event: {
    entity_id: idOfSettings('entity', 'entity_id'),
    dispatched_at: 'coalesce(r.dispatched_at, now())',
  },
  webhook: {
    is_paused: 'true',
    paused_at: 'coalesce(r.paused_at, now())',
    pause_reason: `coalesce(r.pause_reason, 'asked')`,
  },
  webhook_delivery: {
    status: `CASE WHEN r.status IN ('delivered', 'failed', 'dropped') THEN r.status ELSE 'dropped' END`,
    settled_at: `CASE WHEN r.status IN ('delivered', 'failed', 'dropped') THEN r.settled_at ELSE now() END`,
  },
}

/** What a tenant has to issue again after an import: the statements return names, for the tenant $1. */
export const ISSUE_AGAIN: readonly { what: string; sql: string }[] = [
  {
    what: 'API keys: reset each to get a new key',
    sql: `SELECT application_name AS name FROM application_permission
      WHERE tenant_id = $1 AND kind = 'apikey' AND revoked_at IS NULL ORDER BY id`,
  },
  {
    what: 'OAuth clients: each has a new client id; reset it to get a new secret',
    sql: `SELECT application_name AS name FROM application_permission
      WHERE tenant_id = $1 AND kind = 'oauthclient' AND revoked_at IS NULL ORDER BY id`,
  },
  {
    what: 'Webhooks: each is paused; make a new secret, then end the pause',
    sql: `SELECT url AS name FROM webhook WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY id`,
  },
  {
    what: 'Passwords of members: they sign in with a link by mail, and choose a new one',
    sql: `SELECT email AS name FROM member_login WHERE tenant_id = $1 AND has_password AND disabled_at IS NULL ORDER BY id`,
  },
  {
    what: 'The access to the payment processor: guildhall processor connect',
    sql: `SELECT 'connection' AS name FROM processor_connection WHERE tenant_id = $1`,
  },
  {
    what: 'The authorization of the ledger',
    sql: `SELECT status AS name FROM ledger_connection WHERE tenant_id = $1 AND refresh_token IS NOT NULL`,
  },
  {
    what: 'Connections of native integrations: connect each, then end its pause',
    sql: `SELECT name FROM native_connector WHERE tenant_id = $1 AND credentials IS NOT NULL ORDER BY id`,
  },
  {
    what: 'Native integrations with a feed: save the configuration of each, which makes a new address; the next run writes it',
    sql: `SELECT name FROM native_feed WHERE tenant_id = $1 ORDER BY id`,
  },
  {
    what: 'The key of the national registry',
    sql: `SELECT coalesce(registry_url, registry) AS name FROM association_settings WHERE tenant_id = $1 AND registry_key IS NOT NULL`,
  },
  {
    what: 'Exchanges: create each again with its parties; an exchange of another tenant is created by that tenant',
    sql: `SELECT name FROM exchange WHERE tenant_id = $1 ORDER BY id`,
  },
  {
    what: 'Connections: their contacts can now be edited here; connecting again copies the contacts of the source as new ones',
    sql: `SELECT CASE WHEN c.is_source THEN 'to ' ELSE 'from ' END || c.other_name || ' (' || c.other_key || '), exchange ' || e.name
        AS name
      FROM connection c JOIN exchange e ON e.tenant_id = c.tenant_id AND e.id = c.exchange_id
      WHERE c.tenant_id = $1 AND c.deleted_at IS NULL ORDER BY c.id`,
  },
  {
    what: 'Addresses of calendar feeds',
    sql: `SELECT name FROM calendar WHERE tenant_id = $1 AND feed_hash IS NOT NULL ORDER BY id`,
  },
]
