import { hasFieldsFor } from '#areas/people/custom-fields/custom-fields.queries'
import type { MembershipLevelEditInput } from '#contract/people/memberships'
import { badInput, conflict } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import type { MembershipLevel, MembershipType } from '#prisma/client'
import { membershipTypeEvents } from './membership-types.events.ts'
import { getLevel, getType } from './membership-types.queries.ts'
import { readName } from './membership-types.service.ts'

/**
 * Creates a level of a type (id 0) or changes one; what is left out stays.
 *
 * @throws 400, 404, 409 stale-audit-id or duplicate, 412.
 */
export const saveLevel = (
  scope: Scope,
  typeId: number,
  id: number,
  input: MembershipLevelEditInput,
  expected: ExpectedVersion,
): Promise<MembershipLevel> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'membership_type')
    const type = await getType(scope, typeId, tx)
    const current = id === 0 ? undefined : await getLevel(scope, typeId, id, tx)
    if (current) assertVersion(current.auditId, expected)
    const data = readInput(input, type, current)
    const same = { tenantId, typeId, nameKey: data.nameKey, id: { not: id } }
    const other = await tx.membershipLevel.findFirst({ where: same })
    if (other) throw conflict('duplicate', `The type has another level called "${data.name}".`)
    const where = { tenantId_id: { tenantId, id } }
    const saved = current
      ? await tx.membershipLevel.update({ where, data: { ...data, auditId: { increment: 1 } } })
      : await tx.membershipLevel.create({ data: { ...data, tenantId, typeId } })
    const kind = current ? membershipTypeEvents.levelUpdated : membershipTypeEvents.levelCreated
    const change = { entity: 'membershiplevel', entityId: saved.id, auditId: saved.auditId, changes: data }
    const action = current ? 'updated' : 'created'
    const payload = { membershipTypeId: typeId, name: saved.name }
    await recordChange(scope, tx, { ...change, action, event: { kind, payload } })
    return saved
  })

/** Deletes a level. 409 in-use where a membership ever had it, or a field is kept for it alone. */
export const deleteLevel = (scope: Scope, typeId: number, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'membership_type')
    const { auditId, name } = await getLevel(scope, typeId, id, tx)
    assertVersion(auditId, expected)
    const where = { tenantId, levelId: id }
    const uses = [
      await tx.membership.count({ where: { tenantId, OR: [{ levelId: id }, { nextLevelId: id }] } }),
      await tx.membershipTerm.count({ where }),
      await tx.membershipLevelChange.count({ where }),
    ]
    if (uses.some((count) => count > 0)) {
      throw conflict('in-use', 'Memberships had this level; set IsActive to false to offer it no more.')
    }
    if (await hasFieldsFor(tx, { tenantId, membershipLevelId: id })) {
      throw conflict('in-use', 'Custom fields are kept for this level alone; delete them or move them first.')
    }
    await tx.membershipLevel.delete({ where: { tenantId_id: { tenantId, id } } })
    const event = { kind: membershipTypeEvents.levelDeleted, payload: { membershipTypeId: typeId, name } }
    const change = { entity: 'membershiplevel', entityId: id, auditId: auditId + 1, action: 'deleted' } as const
    await recordChange(scope, tx, { ...change, event })
  })

const readInput = (input: MembershipLevelEditInput, type: MembershipType, current: MembershipLevel | undefined) => {
  const name = readName(input.Name, current?.name)
  const termMonths = input.TermMonths === undefined ? (current?.termMonths ?? null) : input.TermMonths
  if (type.termKindId === 2 && termMonths !== null && termMonths % 12 !== 0) {
    throw badInput('/TermMonths', 'must be a multiple of 12 for fixed terms')
  }
  if (input.Price === undefined && !current) throw badInput('/Price', 'is needed')
  return {
    name,
    nameKey: fold(name),
    price: fromCents(toCents(input.Price ?? current?.price ?? 0)),
    termMonths,
    displayOrder: input.DisplayOrder ?? current?.displayOrder ?? 0,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}
