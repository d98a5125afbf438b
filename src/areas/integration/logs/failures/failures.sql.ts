import type { RelayedEvent } from '#kernel/outbox/subscriber'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Selects those of the events whose payload has one of these values. A payload without the field has none. */
export const failedEventsSql = (events: readonly RelayedEvent[], values: readonly string[]): Sql => {
  const column = <K extends keyof RelayedEvent>(name: K) => events.map((event) => event[name])
  return Prisma.sql`SELECT e.tenant_id AS "tenantId", e.id, e.kind
    FROM unnest(${column('tenantId')}::int[], ${column('id')}::bigint[]) AS r (tenant_id, id)
    JOIN outbox_event e ON e.tenant_id = r.tenant_id AND e.id = r.id
    WHERE coalesce(e.payload ->> 'Status', e.payload ->> 'reason') = ANY (${[...values]}::text[])`
}

/** Selects the keys of records of a kind that have an event in the log already. */
export const loggedKeysSql = (tenantId: number, entityType: string, keys: readonly string[]): Sql => Prisma.sql`
  SELECT DISTINCT entity_key AS key FROM log_event
  WHERE tenant_id = ${tenantId}::integer AND entity_type = ${entityType}::text AND hidden_at IS NULL
    AND entity_key = ANY (${[...keys]}::text[])`
