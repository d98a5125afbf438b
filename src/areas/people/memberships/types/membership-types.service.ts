import { hasFieldsFor } from '#areas/people/custom-fields/custom-fields.queries'
import type { MembershipTypeEditInput } from '#contract/people/memberships'
import { badInput, conflict, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { fold } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import type { MembershipType } from '#prisma/client'
import { membershipTypeEvents } from './membership-types.events.ts'
import { getType } from './membership-types.queries.ts'

/**
 * Creates a type of membership (id 0) or changes one; what is left out stays.
 *
 * @throws 400, 404, 409 stale-audit-id or duplicate, 412, 422 in-use-fixed.
 */
export const saveType = (
  scope: Scope,
  id: number,
  input: MembershipTypeEditInput,
  expected: ExpectedVersion,
): Promise<MembershipType> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'membership_type')
    const current = id === 0 ? undefined : await getType(scope, id, tx)
    if (current) assertVersion(current.auditId, expected)
    const data = readInput(input, current)
    const other = await tx.membershipType.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    if (other) throw conflict('duplicate', `There is another membership type called "${data.name}".`)
    if (current) await assertFixed(scope, tx, current, data)
    const where = { tenantId_id: { tenantId, id } }
    const saved = current
      ? await tx.membershipType.update({ where, data: { ...data, auditId: { increment: 1 } } })
      : await tx.membershipType.create({ data: { ...data, tenantId } })
    const kind = current ? membershipTypeEvents.updated : membershipTypeEvents.created
    const change = { entity: 'membershiptype', entityId: saved.id, auditId: saved.auditId, changes: data }
    const action = current ? 'updated' : 'created'
    await recordChange(scope, tx, { ...change, action, event: { kind, payload: { name: saved.name } } })
    return saved
  })

/** Deletes a type with its levels. 409 in-use where a membership was ever made of it, or a field is kept for it alone. */
export const deleteType = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'membership_type')
    const { auditId, name } = await getType(scope, id, tx)
    assertVersion(auditId, expected)
    if (await isUsed(scope, tx, id)) {
      throw conflict('in-use', 'Memberships were made of this type; set IsActive to false to offer it no more.')
    }
    if (await hasFieldsFor(tx, { tenantId, membershipTypeId: id })) {
      throw conflict('in-use', 'Custom fields are kept for this type alone; delete them or move them first.')
    }
    await tx.membershipType.delete({ where: { tenantId_id: { tenantId, id } } })
    const event = { kind: membershipTypeEvents.deleted, payload: { name } }
    const change = { entity: 'membershiptype', entityId: id, auditId: auditId + 1, action: 'deleted' } as const
    await recordChange(scope, tx, { ...change, event })
  })

const isUsed = async ({ db }: Scope, tx: Transaction, typeId: number): Promise<boolean> =>
  (await tx.membership.findFirst({ where: { tenantId: db.tenantId, typeId }, select: { id: true } })) !== null

type TypeData = ReturnType<typeof readInput>

const assertFixed = async (scope: Scope, tx: Transaction, current: MembershipType, data: TypeData): Promise<void> => {
  const fixed = ['coversPeople', 'systemContactTypeId'] as const
  const changed = fixed.find((field) => current[field] !== data[field])
  if (!changed || !(await isUsed(scope, tx, current.id))) return
  const pointer = changed === 'coversPeople' ? '/CoversPeople' : '/SystemContactTypeId'
  throw ruleRefused('in-use-fixed', 'Memberships of this type exist, so that this cannot change any more.', [
    { pointer, message: 'cannot change any more' },
  ])
}

const readInput = (input: MembershipTypeEditInput, current: MembershipType | undefined) => {
  const kept = <T>(sent: T | undefined, before: T | undefined, otherwise: T): T =>
    sent === undefined ? (before ?? otherwise) : sent
  const name = readName(input.Name, current?.name)
  const termKindId = input.TermKindId ?? current?.termKindId ?? 1
  const graceDays = input.GraceDays ?? current?.graceDays ?? 30
  const data = {
    name,
    nameKey: fold(name),
    description: kept(input.Description, current?.description, null)?.trim() || null,
    systemContactTypeId: kept(input.SystemContactTypeId, current?.systemContactTypeId, null),
    termKindId,
    termMonths: input.TermMonths ?? current?.termMonths ?? 12,
    renewalMonth: termKindId === 2 ? kept(input.RenewalMonth, current?.renewalMonth, null) : null,
    renewalDay: termKindId === 2 ? kept(input.RenewalDay, current?.renewalDay, null) : null,
    isProrated: input.IsProrated ?? current?.isProrated ?? false,
    rolloverDays: input.RolloverDays ?? current?.rolloverDays ?? (termKindId === 1 ? graceDays : 0),
    graceDays,
    dueDays: input.DueDays ?? current?.dueDays ?? 30,
    renewalInvoiceDays: kept(input.RenewalInvoiceDays, current?.renewalInvoiceDays, null),
    needsApproval: input.NeedsApproval ?? current?.needsApproval ?? false,
    coversPeople: input.CoversPeople ?? current?.coversPeople ?? false,
    displayOrder: input.DisplayOrder ?? current?.displayOrder ?? 0,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
  assertSense(data)
  return data
}

const assertSense = (data: {
  termKindId: number
  termMonths: number
  renewalMonth: number | null
  renewalDay: number | null
  coversPeople: boolean
  systemContactTypeId: number | null
}): void => {
  if (data.coversPeople && data.systemContactTypeId !== 2) {
    throw badInput('/CoversPeople', 'needs SystemContactTypeId 2: organizations have people')
  }
  if (data.termKindId !== 2) return
  if (data.renewalMonth === null) throw badInput('/RenewalMonth', 'is needed for fixed terms')
  if (data.renewalDay === null) throw badInput('/RenewalDay', 'is needed for fixed terms')
  if (data.termMonths % 12 !== 0) throw badInput('/TermMonths', 'must be a multiple of 12 for fixed terms')
}

/** One line, without blanks around or doubled. */
export const readName = (sent: string | null | undefined, before: string | undefined): string => {
  const name = sent === undefined ? before : oneLine(sent ?? '')
  if (!name) throw badInput('/Name', 'is needed and must not be blank')
  return name
}
