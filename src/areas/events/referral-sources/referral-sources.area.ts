import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { nameKeyOf } from '#kernel/records/names'
import { written } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { Prisma } from '#prisma/client'
import { referralSourceEvents } from './referral-sources.events.ts'
import { readReferralSource } from './referral-sources.queries.ts'
import { referralSources } from './referral-sources.routes.ts'

/** What registrations use of the value lists of events. */
const referralSourceUses: readonly RecordUse[] = [
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

/** The migration that created the table gives the same ones to older tenants. */
const NAMES = ['Website', 'Search engine', 'Newsletter', 'Social media', 'Colleague or friend', 'Other']

/** Creates the referral sources of a new tenant. */
const seedReferralSources: TenantSeed = async (tx, tenantId) => {
  await tx.referralSource.createMany({
    data: NAMES.map((name, at) => ({ tenantId, name, nameKey: nameKeyOf(name), position: at + 1 })),
  })
}

export const referralSourcesArea: Area = {
  routes: [referralSources],
  events: changes('events', 'Referral source', referralSourceEvents),
  shapes: {
    referralsource: written('events:read', (scope, id) => readReferralSource(scope, id)),
  },
  uses: referralSourceUses,
  seeds: [seedReferralSources],
}
