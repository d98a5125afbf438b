import { requireBenefitPackage } from '#areas/commerce/benefit-ledger/packages/packages.service'
import { feeItemKind } from '#areas/finance/books/fee-items/fee-items.queries'
import type { SponsorshipTypeEditInput } from '#contract/commerce/sponsorships'
import { Checks } from '#kernel/errors/checks'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockRecordIfPresent, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import type { SponsorshipType } from '#prisma/client'
import { countMaxSponsors } from '../sponsors/sponsors.queries.ts'
import { parseSponsorshipType, type SponsorshipTypeData } from './sponsorship-types.input.ts'
import { readSponsorshipTypeRow, sponsorshipTypeKind } from './sponsorship-types.queries.ts'

const MAX_TYPES = 1000

/**
 * Creates a type (id 0) or changes one. Names are unique. Existing sponsors keep their price, days and benefits. The lock
 * of the type also excludes approvals.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, unknown-reference, benefit-rule, sponsor-rule,
 *   sponsors-full, too-many.
 */
export const saveSponsorshipType = (
  scope: Scope,
  id: number,
  input: SponsorshipTypeEditInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, sponsorshipTypeKind.table)
    const current = await lockForSave(scope, tx, sponsorshipTypeKind, id, expected, 'no key update')
    if (!current)
      requireRoom(await tx.sponsorshipType.count({ where: { tenantId } }), MAX_TYPES, 'tenant', 'sponsorship types')
    const data = parseSponsorshipType(input, current)
    const other = await tx.sponsorshipType.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    requireUniqueName(sponsorshipTypeKind, data.name, other)
    await requireRules(scope, tx, data, current)
    const saved = current
      ? await tx.sponsorshipType.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.sponsorshipType.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readSponsorshipTypeRow(scope, saved.id, tx)
  })

/** Deletes a type that no sponsor has or had. @throws 404; 409 stale-audit-id, in-use; 412. */
export const deleteSponsorshipType = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const type = await lockRecord(scope, tx, sponsorshipTypeKind, id, expected)
    await requireUnused(scope, tx, sponsorshipTypeKind, type)
    await tx.sponsorshipType.delete({ where: { tenantId_id: { tenantId: type.tenantId, id } } })
    await record(scope, tx, nextVersionOf(type), 'deleted')
  })

const requireRules = async (
  scope: Scope,
  tx: Transaction,
  data: SponsorshipTypeData,
  current: SponsorshipType | null,
): Promise<void> => {
  const checks = new Checks()
  const before = current?.benefitPackageId ?? null
  await checks.run(
    () => requireBenefitPackage(scope, tx, '/SponsorBenefitId', data.benefitPackageId, before),
    undefined,
  )
  await checks.run(() => requireFeeItem(scope, tx, data.feeItemId, current), undefined)
  await checks.run(() => requireEnough(scope, tx, data.maxQuantity, current), undefined)
  checks.finish()
}

/** A saleable item that stays can be inactive. */
const requireFeeItem = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  current: SponsorshipType | null,
): Promise<void> => {
  if (id === current?.feeItemId) return
  const pointer = '/SaleableItem/SaleableItemId'
  const item = await lockRecordIfPresent(scope, tx, feeItemKind, id, 'share')
  if (!item) throw unknownReference(pointer, 'saleable item')
  if (item.isActive) return
  const fault = { pointer, message: 'must be an active saleable item' }
  throw ruleRefused('sponsor-rule', 'The saleable item is not active.', [fault])
}

/** Rejects a maximum below the approved sponsors of one day, today or later. */
const requireEnough = async (
  scope: Scope,
  tx: Transaction,
  maxQuantity: number,
  current: SponsorshipType | null,
): Promise<void> => {
  if (!current || maxQuantity === 0) return
  const from = todayOf(scope)
  const count = await countMaxSponsors(scope, tx, { typeId: current.id, from, through: null, exceptId: 0 })
  if (count <= maxQuantity) return
  const fault = { pointer: '/MaxQuantity', message: `must be at least ${count}, or 0 for no limit` }
  throw ruleRefused('sponsors-full', `The type has ${count} approved sponsors on one day.`, [fault])
}

const record = (scope: Scope, tx: Transaction, type: SponsorshipType, action: ChangeAction): Promise<void> => {
  const payload = { name: type.name }
  return recordChange(scope, tx, changeOf(sponsorshipTypeKind, type, action, { payload }))
}
