import { settledKey } from '#kernel/records/settled-key-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { LOG_LEVELS } from './log-event-texts.ts'

const NAMES = Prisma.raw(LOG_LEVELS.map((name) => `'${name}'`).join(', '))

/** Returns the name of a severity whose number is an expression. */
export const levelNameSql = (level: Sql): Sql => Prisma.sql`(ARRAY[${NAMES}])[${level}]`

/** An event as a statement gets it, in JSON. */
export interface EventRow {
  at: string
  level: number
  type: string
  message: string
  entity: string | null
  key: string | null
  source: string | null
  destination: string | null
  name: string | null
  kind: string | null
  tags: readonly string[]
  details: string | null
  file: number | null
  /** The words as PostgreSQL reads a tsvector. */
  words: string
}

/**
 * Adds events to the log of a tenant, in one statement. Returns no row: callers limited to chapters cannot read any.
 *
 * @param key the Idempotency-Key of a request that does nothing else, which the statement marks as committed.
 */
export const insertEventsSql = (
  tenantId: number,
  rows: readonly EventRow[],
  key?: Scope['idempotency'],
): Sql => Prisma.sql`
  INSERT INTO log_event (tenant_id, occurred_at, level, log_type, message, entity_type, entity_key, source, destination,
    alternate_name, source_type, tags, details, file_id, search)
  SELECT ${tenantId}::integer, at, level, type, message, entity, key, source, destination, name, kind, tags, details, file,
    words::tsvector
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS e (at timestamptz, level smallint, type text, message text,
    entity text, key text, source text, destination text, name text, kind text, tags text[], details text, file integer,
    words text)
  ${key ? Prisma.sql`WHERE (SELECT ${settledKey({ tenantId, ...key })})` : Prisma.empty}`
