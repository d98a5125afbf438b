import type { RelayedEvent } from '#kernel/outbox/subscriber'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Selects the events of tenants that take part in the sync or belong to the registry. One subquery with both conditions is
 * looked up for each event; with two, PostgreSQL reads all tenants into a hash table.
 */
export const eventsOfSyncSql = (events: readonly RelayedEvent[]): Sql => {
  const column = <K extends keyof RelayedEvent>(name: K) => events.map((event) => event[name])
  return Prisma.sql`SELECT e.tenant_id AS "tenantId", e.id, e.kind
    FROM unnest(${column('tenantId')}::int[], ${column('id')}::bigint[], ${column('kind')}::text[]) AS e (tenant_id, id, kind)
    WHERE EXISTS (SELECT FROM association_member m WHERE m.tenant_id = e.tenant_id
      UNION ALL SELECT FROM tenant t WHERE t.id = e.tenant_id
        AND (t.natreg_is_state_association OR t.is_real_estate_edition))`
}
