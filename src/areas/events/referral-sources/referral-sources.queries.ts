import type { EventRegisterV2Input } from '#contract/events/public-registration'
import { MAX_ID } from '#kernel/database/ids'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ReferralSource } from '#prisma/client'
import { referralSourceEvents } from './referral-sources.events.ts'
import { referralSourceList } from './referral-sources.listing.ts'

export const referralSourceKind: RecordKind<ReferralSource> = {
  entity: 'referralsource',
  noun: 'referral source',
  table: 'referral_source',
  columns: { position: 'DisplayOrder' },
  events: referralSourceEvents,
  find: (tx, { tenantId, id }) => tx.referralSource.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a referral source in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readReferralSource = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, referralSourceList(scope), id, 'referral source')

/** Lists the active referral sources in their display order. */
export const listReferralSources = (models: Models, tenantId: number): Promise<ReferralSource[]> =>
  models.referralSource.findMany({
    where: { tenantId, isActive: true },
    orderBy: [{ position: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  })

/** Returns whether forms can name a referral source. */
export const isReferralSource = async (models: Models, tenantId: number, id: number): Promise<boolean> =>
  id <= MAX_ID && (await models.referralSource.count({ where: { tenantId, id, isActive: true } })) > 0

/** Returns the referral source that a form names; null for none. */
export const referralSourceOf = ({
  WebReferralSourceTypeId,
}: Pick<EventRegisterV2Input, 'WebReferralSourceTypeId'>): number | null => Number(WebReferralSourceTypeId) || null
