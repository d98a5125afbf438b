import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The longest retention of all tenants, in months. */
export const LONGEST_RETENTION = Prisma.sql`SELECT coalesce(max(log_retention_months), 0)::integer AS months FROM tenant`

/** Creates the months that are missing. */
export const addMonthsSql = (since: Date, until: Date): Sql =>
  Prisma.sql`SELECT log_month.add(${since}::date, ${until}::date) AS made`

/** A month of the log: its first day, and its last day and one more. */
export interface Month {
  first: Date
  end: Date
}

export const MONTHS = Prisma.sql`
  SELECT m.first::timestamp AT TIME ZONE 'UTC' AS first, (m.first + interval '1 month') AT TIME ZONE 'UTC' AS "end"
  FROM (SELECT to_date(right(c.relname, 7), 'YYYY_MM') AS first
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'log_event'::regclass AND c.relname ~ '_\\d{4}_\\d{2}$') m ORDER BY 1`

/** Returns whether an event of a month has a file. */
export const hasFilesSql = ({ first, end }: Month): Sql => Prisma.sql`SELECT EXISTS (SELECT FROM log_event e
  WHERE e.occurred_at >= ${first}::timestamptz AND e.occurred_at < ${end}::timestamptz AND e.file_id IS NOT NULL) AS "isThere"`

export const removeMonthSql = ({ first }: Month): Sql => Prisma.sql`
  SELECT log_month.remove((${first}::timestamptz AT TIME ZONE 'UTC')::date) IS NULL AS done`

/** Returns whether a tenant has events before a day. */
export const hasOldEventsSql = (tenantId: number, before: Date): Sql => Prisma.sql`
  SELECT EXISTS (SELECT FROM log_count c WHERE c.tenant_id = ${tenantId}::integer
    AND c.day < (${before}::timestamptz AT TIME ZONE 'UTC')::date) AS "isThere"`

/** Locks up to `max` old events of a tenant that have a file. */
export const lockOldFilesSql = (tenantId: number, before: Date, max: number): Sql => Prisma.sql`
  SELECT e.id::text AS id, e.file_id AS "fileId" FROM log_event e
  WHERE e.tenant_id = ${tenantId}::integer AND e.file_id IS NOT NULL AND e.occurred_at < ${before}::timestamptz
  ORDER BY e.file_id LIMIT ${max}::integer FOR UPDATE`

export const forgetFilesSql = (tenantId: number, ids: readonly string[]): Sql => Prisma.sql`
  UPDATE log_event e SET file_id = NULL WHERE e.tenant_id = ${tenantId}::integer AND e.id = ANY (${[...ids]}::bigint[])`

/** Deletes up to `max` old events of a tenant; returns their number. */
export const deleteOldEventsSql = (tenantId: number, before: Date, max: number): Sql => Prisma.sql`
  WITH old AS MATERIALIZED (SELECT e.id, e.occurred_at FROM log_event e
    WHERE e.tenant_id = ${tenantId}::integer AND e.occurred_at < ${before}::timestamptz
    ORDER BY e.occurred_at, e.id LIMIT ${max}::integer),
  gone AS (DELETE FROM log_event e USING old WHERE e.tenant_id = ${tenantId}::integer AND e.id = old.id
    AND e.occurred_at = old.occurred_at AND e.occurred_at < ${before}::timestamptz RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Deletes the counts of days of which no event is left. */
export const deleteOldCountsSql = (tenantId: number, before: Date): Sql => Prisma.sql`
  DELETE FROM log_count c WHERE c.tenant_id = ${tenantId}::integer
    AND c.day < (${before}::timestamptz AT TIME ZONE 'UTC')::date`

/** How many of the months after the current one exist. */
export const MONTHS_AHEAD = Prisma.sql`SELECT count(*)::integer AS value FROM (${MONTHS}) m WHERE m.first > now()`
