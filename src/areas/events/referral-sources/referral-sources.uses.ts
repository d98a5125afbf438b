import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

/** What registrations use of the value lists of events. */
export const referralSourceUses: readonly RecordUse[] = [
  {
    of: 'referralsource',
    user: 'registration',
    users: 'registrations',
    scope: 'events:read',
    remedy: 'Set IsActive to false instead.',
    rows: (
      tenantId,
    ) => Prisma.sql`SELECT o.referral_source_id AS used_id, o.id, 'E' || o.event_id || '-' || o.id AS name
      FROM event_order o WHERE o.tenant_id = ${tenantId}::integer AND o.referral_source_id IS NOT NULL`,
  },
]
