import type { BenefitPackageInput } from '#contract/commerce/benefits'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockRecordIfPresent, lockRows, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { BenefitPackage, Prisma } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import { benefitItemKind } from '../items/items.queries.ts'
import { type PackageLine, parseBenefitPackage, parsePackageItems } from './packages.input.ts'
import { benefitPackageKind, readBenefitPackage } from './packages.queries.ts'

const MAX_PACKAGES = 1000

/**
 * Creates a package (id 0) or changes one. Names are unique. Grants that were already made keep their quantities.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, unknown-reference, benefit-rule, too-many.
 */
export const saveBenefitPackage = (
  scope: Scope,
  id: number,
  input: BenefitPackageInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, benefitPackageKind.table)
    const current = await lockForSave(scope, tx, benefitPackageKind, id, expected, 'no key update')
    if (!current)
      requireRoom(await tx.benefitPackage.count({ where: { tenantId } }), MAX_PACKAGES, 'tenant', 'benefit packages')
    const data = parseBenefitPackage(input, current)
    const items = parsePackageItems(input)
    const other = await tx.benefitPackage.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    requireUniqueName(benefitPackageKind, data.name, other)
    const saved = current
      ? await tx.benefitPackage.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.benefitPackage.create({ data: { ...data, tenantId } })
    const changes = items ? await replaceItems(scope, tx, saved.id, items) : {}
    await record(scope, tx, saved, current ? 'updated' : 'created', changes)
    return readBenefitPackage(scope, saved.id, tx)
  })

/** Deletes a package that no level uses and that was never granted. @throws 404; 409 in-use; 412. */
export const deleteBenefitPackage = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const found = await lockRecord(scope, tx, benefitPackageKind, id, expected)
    await requireUnused(scope, tx, benefitPackageKind, found)
    await tx.benefitPackage.delete({ where: { tenantId_id: { tenantId: found.tenantId, id } } })
    await record(scope, tx, nextVersionOf(found), 'deleted')
  })

/**
 * Rejects a package that does not exist, or that is newly chosen and not active. Locks it against deletion. Null is no
 * package.
 *
 * @throws 422 unknown-reference, benefit-rule.
 */
export const requireBenefitPackage = async (
  scope: Scope,
  tx: Transaction,
  pointer: string,
  id: number | null,
  currentId: number | null,
): Promise<void> => {
  if (id === null) return
  const found = await lockRecordIfPresent(scope, tx, benefitPackageKind, id, 'share')
  if (!found) throw unknownReference(pointer, 'benefit package')
  if (found.isActive || id === currentId) return
  throw ruleRefused('benefit-rule', 'The benefit package is not active.', [
    { pointer, message: 'must be an active benefit package' },
  ])
}

const replaceItems = async (
  scope: Scope,
  tx: Transaction,
  packageId: number,
  lines: readonly PackageLine[],
): Promise<Prisma.InputJsonObject> => {
  const { tenantId } = scope.db
  const before = await tx.benefitPackageItem.findMany({ where: { tenantId, packageId }, orderBy: { position: 'asc' } })
  const known = new Set(before.map(({ itemId }) => itemId))
  await requireItems(scope, tx, lines, known)
  await tx.benefitPackageItem.deleteMany({ where: { tenantId, packageId } })
  await tx.benefitPackageItem.createMany({
    data: lines.map((line, position) => ({ tenantId, packageId, ...line, position })),
  })
  return changedPart('Items', before.map(lineOf), lines.map(lineOf))
}

const lineOf = ({ itemId, quantity }: PackageLine) => ({ BenefitItemId: itemId, Quantity: quantity })

/** Benefits that the package already contains can be inactive. */
const requireItems = async (
  scope: Scope,
  tx: Transaction,
  lines: readonly PackageLine[],
  known: ReadonlySet<number>,
): Promise<void> => {
  const ids = lines.map(({ itemId }) => itemId)
  const found = new Set(await lockRows(scope, tx, benefitItemKind, ids, 'share'))
  const missing = ids.findIndex((id) => !found.has(id))
  if (missing >= 0) throw unknownReference(`/Items/${missing}/BenefitItemId`, 'benefit')
  const inactive = await tx.benefitItem.findMany({
    where: { tenantId: scope.db.tenantId, id: { in: ids }, isActive: false },
  })
  const faults = inactive.flatMap(({ id }) =>
    known.has(id) ? [] : [{ pointer: `/Items/${ids.indexOf(id)}/BenefitItemId`, message: 'must be an active benefit' }],
  )
  if (faults.length > 0) throw ruleRefused('benefit-rule', 'A benefit is not active.', faults)
}

const record = (
  scope: Scope,
  tx: Transaction,
  { id, auditId, name }: BenefitPackage,
  action: ChangeAction,
  changes: Prisma.InputJsonObject = {},
): Promise<void> => {
  return recordChange(scope, tx, changeOf(benefitPackageKind, { id, auditId }, action, { changes, payload: { name } }))
}
