import type { Client } from 'pg'
import { globalModels } from '#kernel/tenancy/global-models'
import { Prisma } from '#prisma/client'

/** A rule of decision 0037 that the catalog of PostgreSQL can check. */
export interface PlacingRule {
  title: string
  /** Selects the `name` of each violation. */
  sql: string
  /** Violations that are known. The list may only shrink. */
  known: readonly string[]
}

/** The tables that Prisma's models declare as global. */
const globalTables = (): string[] =>
  [...globalModels].map((model) => snake(Prisma.ModelName[model as keyof typeof Prisma.ModelName]))

const snake = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** Prisma's table of migrations belongs to no model. */
const allowedGlobals = () => ['_prisma_migrations', ...globalTables()].map((name) => `'${name}'`).join(', ')

/** Tables of the product: not the partitions of one. */
const TABLES = `pg_class t WHERE t.relkind IN ('r', 'p') AND t.relnamespace = 'public'::regnamespace AND NOT t.relispartition`
const OF_TENANTS = `(SELECT attrelid FROM pg_attribute WHERE attname = 'tenant_id' AND NOT attisdropped)`
const isTenant = (table: string, column: string) =>
  `EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = ${table} AND a.attname = 'tenant_id' AND a.attnum = ${column})`
const KEYS = `pg_constraint k WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.conparentid = 0`

/**
 * Tables that grow with events instead of with records: their ids pass 2^31 on a large installation. Add a table here if
 * it gets a row for each mail, delivery, attempt, log entry, token, impression or run.
 */
const GROWING = `('mail_message'), ('webhook_delivery'), ('webhook_attempt'), ('audit_entry'), ('outbox_event'),
  ('oauth_code'), ('oauth_token'), ('member_session'), ('member_link'), ('log_event'), ('log_count'),
  ('association_change'), ('registry_event'), ('embedded_registry_change'), ('store_cart'), ('store_cart_line'),
  ('store_purchase'), ('processor_charge'), ('event_order')`

export const placingRules: readonly PlacingRule[] = [
  {
    title: 'rule 1: the primary key of a table begins with tenant_id, or the table is global',
    sql: `SELECT t.relname AS name FROM ${TABLES} AND t.relname NOT IN (${allowedGlobals()}) AND NOT EXISTS (
      SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary AND ${isTenant('t.oid', 'i.indkey[0]')})`,
    known: [],
  },
  {
    title: 'rule 1: a global table has no tenant_id',
    sql: `SELECT t.relname AS name FROM ${TABLES} AND t.relname IN (${allowedGlobals()}) AND t.oid IN ${OF_TENANTS}`,
    known: [],
  },
  {
    title: 'rule 2: a unique index of a table of tenants contains tenant_id',
    sql: `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
      WHERE i.indisunique AND t.relnamespace = 'public'::regnamespace AND NOT t.relispartition
        AND t.oid IN ${OF_TENANTS} AND NOT ${isTenant('t.oid', 'ANY (i.indkey)')}`,
    known: [],
  },
  {
    title: 'rule 3: a foreign key references rows of the same tenant, the tenant itself or a country',
    sql: `SELECT k.conname AS name FROM ${KEYS} AND k.conrelid IN ${OF_TENANTS}
        AND k.confrelid NOT IN ('tenant'::regclass, 'country'::regclass)
        AND NOT EXISTS (SELECT FROM unnest(k.conkey, k.confkey) AS c (own, foreign_one)
          WHERE ${isTenant('k.conrelid', 'c.own')} AND ${isTenant('k.confrelid', 'c.foreign_one')})`,
    known: [],
  },
  {
    title: 'rule 3: a foreign key does nothing on updates (`onUpdate: NoAction` in the Prisma schema)',
    sql: `SELECT k.conname AS name FROM ${KEYS} AND k.confupdtype <> 'a'`,
    known: [],
  },
  {
    title: 'rule 3: a deletion never sets tenant_id to null or to a default',
    sql: `SELECT k.conname AS name FROM ${KEYS} AND k.confdeltype IN ('n', 'd') AND EXISTS (
      SELECT FROM unnest(CASE WHEN cardinality(k.confdelsetcols) > 0 THEN k.confdelsetcols ELSE k.conkey END) AS c (own)
      WHERE ${isTenant('k.conrelid', 'c.own')})`,
    known: [],
  },
  {
    title: 'rule 4: a column has the type of the id that it references',
    sql: `SELECT k.conname || ': ' || own.attname AS name FROM pg_constraint k,
        unnest(k.conkey, k.confkey) AS c (own, foreign_one), pg_attribute own, pg_attribute theirs
      WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
        AND own.attrelid = k.conrelid AND own.attnum = c.own
        AND theirs.attrelid = k.confrelid AND theirs.attnum = c.foreign_one AND own.atttypid <> theirs.atttypid`,
    known: [],
  },
  {
    title: 'rule 4: the ids of tables that grow with events or visitors are bigint',
    sql: `SELECT g.name FROM (VALUES ${GROWING}) AS g (name) JOIN pg_attribute a ON a.attrelid = g.name::regclass
      WHERE a.attname = 'id' AND a.atttypid <> 'bigint'::regtype`,
    known: [],
  },
  {
    title: 'rule 5: a function with the rights of its owner takes the tenant first and compares it',
    sql: `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
      WHERE p.prosecdef AND p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype
        AND NOT coalesce(p.proargnames[1] = 'tenant' AND p.proargtypes[0] = 'integer'::regtype
          AND p.prosrc ~ 'require_tenant\\(tenant\\)', false)`,
    // They prove work on the whole tenant of the session, and take no tenant (decision 0038).
    known: ['begin_whole_tenant(text)', 'chapters_of_tenant()', 'is_whole_tenant_proven()'],
  },
  {
    title: 'rule 5: a trigger with the rights of its owner compares tenant_id',
    sql: `SELECT p.proname AS name FROM pg_proc p WHERE p.prosecdef AND p.pronamespace = 'public'::regnamespace
      AND p.prorettype = 'trigger'::regtype AND p.prosrc !~ 'tenant_id|count_rows'`,
    known: [],
  },
  {
    title: 'rule 7: a notification names its tenant',
    sql: `SELECT p.proname AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
      AND p.prosrc ~ 'pg_notify\\([^,]*, *''''\\)'`,
    known: [],
  },
]

/** The names of the violations, ordered. */
export const violations = async (client: Client, { sql }: PlacingRule): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(sql)
  return rows.map(({ name }) => name).sort()
}
