import type { PersonRoleInput } from '#contract/people/contacts'
import { badInput, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactRole } from '#prisma/client'
import { assertPartVersion, assertRoom, changeContact, type HeldContact } from '../contact-changes.service.ts'
import { assertPeriod, optionalLine, readDay, refuseReference } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.ts'
import { type RoleWithSides, roleParts } from './roles.queries.ts'

const MOST_PER_PERSON = 100

/** Adds a role of a person at an organization (id 0), from either side, or changes one. Both contacts show it. */
export const saveRole = async (
  scope: Scope,
  contactId: number,
  id: number,
  input: PersonRoleInput,
  expected: ExpectedVersion,
): Promise<Versioned<RoleWithSides>> => {
  if (input.isDeleted) throw badInput('/isDeleted', 'must not be true here: use DELETE')
  const otherId = id === 0 ? namedOther(contactId, input) : otherSide(await findRole(scope, contactId, id), contactId)
  const work = async (tx: Transaction, contact: HeldContact, other: HeldContact | undefined) => {
    const current = id === 0 ? undefined : await findRole(scope, contactId, id, tx)
    if (current) assertPartVersion(current.auditId, expected)
    const sides = current ?? (await readSides(scope, tx, contact, other))
    const data = { ...(await readInput(scope, tx, input, current)), contactId: sides.contactId }
    const { organizationId } = sides
    const answer = await writeRole(scope, tx, { ...data, organizationId }, current)
    return { answer, changes: { id: answer.id, ...data, organizationId } }
  }
  return changeContact(scope, contactId, expected, 'roles', work, otherId)
}

/** Removes a role from both contacts. */
export const deleteRole = async (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) => {
  const otherId = otherSide(await findRole(scope, contactId, id), contactId)
  const work = async (tx: Transaction) => {
    const { tenantId } = await findRole(scope, contactId, id, tx)
    await tx.contactRole.delete({ where: { tenantId_id: { tenantId, id } } })
    return { answer: null, changes: { ContactRoleId: id, isDeleted: true } }
  }
  return changeContact(scope, contactId, expected, 'roles', work, otherId)
}

const otherSide = (role: ContactRole, contactId: number): number =>
  role.contactId === contactId ? role.organizationId : role.contactId

/** The other contact that a new role names: the body may name both sides. */
const namedOther = (contactId: number, { OrganizationContactId, ContactId }: PersonRoleInput): number =>
  [OrganizationContactId, ContactId].find((id) => id && id !== contactId) ?? contactId

/** A person in the path needs an organization, an organization needs a person. */
const readSides = async ({ db }: Scope, tx: Transaction, contact: HeldContact, other: HeldContact | undefined) => {
  const isPerson = contact.systemTypeId === 1
  if (!other || other.systemTypeId === contact.systemTypeId) {
    return isPerson
      ? refuseReference('/OrganizationContactId', 'must name an organization')
      : refuseReference('/ContactId', 'must name an individual')
  }
  const [personId, organizationId] = isPerson ? [contact.id, other.id] : [other.id, contact.id]
  assertRoom(
    await tx.contactRole.count({ where: { tenantId: db.tenantId, contactId: personId } }),
    'roles',
    MOST_PER_PERSON,
  )
  return { contactId: personId, organizationId }
}

const readInput = async (scope: Scope, tx: Transaction, input: PersonRoleInput, current: ContactRole | undefined) => {
  const kept = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)
  const startDate = kept(readDay(input.RoleStartDate), current?.startDate ?? null)
  const endDate = kept(readDay(input.RoleEndDate), current?.endDate ?? null)
  assertPeriod(startDate, endDate, '/RoleEndDate')
  const roleTypeId = kept(input.RoleId, current?.roleTypeId ?? null)
  await assertRoleType(scope, tx, roleTypeId)
  return {
    title: kept(optionalLine(input.Title, '/Title'), current?.title ?? null),
    displayOnWeb: input.DisplayOnWeb ?? current?.displayOnWeb ?? true,
    roleTypeId,
    startDate,
    endDate,
  }
}

const assertRoleType = async ({ db }: Scope, tx: Transaction, id: number | null): Promise<void> => {
  if (id === null) return
  const found = await tx.contactRoleType.findFirst({ where: { tenantId: db.tenantId, id }, select: { id: true } })
  if (!found) refuseReference('/RoleId', 'names no role type')
}

type RoleData = Omit<ContactRole, 'tenantId' | 'id' | 'auditId'>

const writeRole = ({ db }: Scope, tx: Transaction, data: RoleData, current: ContactRole | undefined) => {
  const { tenantId } = db
  if (!current) return tx.contactRole.create({ data: { ...data, tenantId }, include: roleParts })
  const where = { tenantId_id: { tenantId, id: current.id } }
  return tx.contactRole.update({ where, data: { ...data, auditId: { increment: 1 } }, include: roleParts })
}

const findRole = async ({ db }: Scope, contactId: number, id: number, tx = db.prisma): Promise<ContactRole> => {
  const role = await tx.contactRole.findFirst({
    where: { tenantId: db.tenantId, id, OR: [{ contactId }, { organizationId: contactId }] },
  })
  if (!role) throw notFound('role')
  return role
}
