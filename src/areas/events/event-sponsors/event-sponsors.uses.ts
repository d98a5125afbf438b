import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import { isComingSql } from './coming-sponsors.listing.ts'

const use = (of: string, remedy: string, rows: RecordUse['rows']): RecordUse => ({
  of,
  user: 'sponsor of an event',
  users: 'sponsors of events',
  scope: 'event-sponsors:read',
  remedy,
  rows,
})

/** What sponsors of events use. Those of orders use the event and its tiers by their order. */
export const eventSponsorUses: readonly RecordUse[] = [
  use(
    'event',
    'Set Status to Cancelled instead.',
    (tenantId) => Prisma.sql`SELECT k.event_id AS used_id, k.id, k.name FROM event_sponsor k
      WHERE k.tenant_id = ${tenantId}::integer AND k.order_id IS NULL`,
  ),
  use(
    'eventtier',
    'Set IsActive to false instead.',
    (tenantId) => Prisma.sql`SELECT k.tier_id AS used_id, k.id, k.name FROM event_sponsor k
      WHERE k.tenant_id = ${tenantId}::integer AND k.order_id IS NULL`,
  ),
  use(
    'contact',
    'Cancel the sponsor first.',
    (tenantId, now) => Prisma.sql`SELECT x.contact_id AS used_id, k.id, e.name FROM event_sponsor k
      JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
      CROSS JOIN LATERAL (VALUES (k.contact_id), (k.person_id)) AS x(contact_id)
      WHERE k.tenant_id = ${tenantId}::integer AND x.contact_id IS NOT NULL AND ${isComingSql(now)}`,
  ),
]
