import type { ReferralSourceInput } from '#contract/events/referral-sources'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ReferralSource } from '#prisma/client'
import { readReferralSource, referralSourceKind } from './referral-sources.queries.ts'

const MAX_SOURCES = 200
const MAX_POSITION = 30_000

/**
 * Creates a referral source (id 0) or changes one. A field that is left out keeps its value.
 *
 * @throws 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, too-many.
 */
export const saveReferralSource = (
  scope: Scope,
  id: number,
  input: ReferralSourceInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, referralSourceKind.table)
    const current = await lockForSave(scope, tx, referralSourceKind, id, expected, 'no key update')
    const { _count: count, _max: max } = await tx.referralSource.aggregate({
      where: { tenantId },
      _count: true,
      _max: { position: true },
    })
    if (!current) requireRoom(count, MAX_SOURCES, 'tenant', 'referral sources')
    const name = await parseUniqueName(referralSourceKind, input.Name, current, (nameKey) =>
      tx.referralSource.findFirst({ where: { tenantId, nameKey, id: { not: id } } }),
    )
    const last = Math.min((max.position ?? 0) + 1, MAX_POSITION)
    const data = {
      ...name,
      position: input.DisplayOrder ?? current?.position ?? last,
      isActive: input.IsActive ?? current?.isActive ?? true,
    }
    const saved = current
      ? await tx.referralSource.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.referralSource.create({ data: { ...data, tenantId, createdAt: scope.clock.now() } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readReferralSource(scope, saved.id, tx)
  })

/** Deletes a referral source that no registration names. @throws 404; 409 in-use; 412. */
export const deleteReferralSource = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const source = await lockRecord(scope, tx, referralSourceKind, id, expected)
    await requireUnused(scope, tx, referralSourceKind, source)
    await tx.referralSource.delete({ where: { tenantId_id: { tenantId: source.tenantId, id } } })
    await record(scope, tx, nextVersionOf(source), 'deleted')
  })

const record = (scope: Scope, tx: Transaction, source: ReferralSource, action: ChangeAction): Promise<void> => {
  const payload = { name: source.name }
  return recordChange(scope, tx, changeOf(referralSourceKind, source, action, { payload }))
}
