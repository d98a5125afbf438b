import { nameKeyOf } from '#kernel/records/names'
import type { TenantSeed } from '#kernel/tenancy/provision'

/** The migration that created the table gives the same ones to older tenants. */
const NAMES = ['Website', 'Search engine', 'Newsletter', 'Social media', 'Colleague or friend', 'Other']

/** Creates the referral sources of a new tenant. */
export const seedReferralSources: TenantSeed = async (tx, tenantId) => {
  await tx.referralSource.createMany({
    data: NAMES.map((name, at) => ({ tenantId, name, nameKey: nameKeyOf(name), position: at + 1 })),
  })
}
