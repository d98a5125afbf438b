import type { PersonRoleInput } from '#contract/people/contacts'
import type { ContactRoleTypeEditInput } from '#contract/people/contacts-details'
import { badInput } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import { type ExpectedVersion, partVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactRole, Prisma } from '#prisma/client'
import {
  changeContact,
  getForSave,
  lockUnversioned,
  recordPart,
  recordUnversioned,
} from '../contact-changes.service.ts'
import { parseDay, parseLineField, parseRequiredField, pickSent, requirePeriod } from '../contact-parts.input.ts'
import { type ContactHead, requireListRoom, type Versioned } from '../contact-parts.queries.ts'
import {
  findRole,
  getRole,
  type RoleTypeWithCount,
  type RoleWithSides,
  roleParts,
  roleTypeKind,
  roleTypeWithCount,
} from './roles.queries.ts'

const INDIVIDUAL = 1

/**
 * Adds a role of a person or an organization at an organization (id 0), from either side, or changes one. Both contacts
 * get a new version. IsContact makes the person the primary contact of the organization, or ends that.
 *
 * @throws 400, 404, 409 stale-audit-id, 412, 422 unknown-reference, too-many.
 */
export const saveRole = async (
  scope: Scope,
  contactId: number,
  id: number,
  input: PersonRoleInput,
  expected: ExpectedVersion,
): Promise<Versioned<RoleWithSides>> => {
  if (input.isDeleted) throw badInput('/isDeleted', 'must not be true here. Use DELETE instead')
  const otherId = id === 0 ? parseOtherSide(contactId, input) : await findOtherSide(scope, contactId, id)
  const work = async (tx: Transaction, contact: ContactHead, other: ContactHead | undefined) => {
    const current = id === 0 ? undefined : await getRole(tx, scope, contactId, id)
    if (current) requireVersion(current.auditId, partVersion(expected))
    const { contactId: holderId, organizationId } = current ?? (await findSides(scope, tx, contact, other, input))
    const data = { ...(await parseRole(scope, tx, input, current)), contactId: holderId }
    const holder = [contact, other].find((one) => one?.id === holderId)
    await setPrimaryContact(scope, tx, holder, organizationId, input.IsContact)
    const result = await writeRole(scope, tx, { ...data, organizationId }, current)
    return { result, changes: { id: result.id, ...data, organizationId }, before: current }
  }
  return changeContact(scope, contactId, expected, 'roles', work, otherId)
}

/**
 * Gives a person a role at an organization from a day, as part of a larger change, and makes the person the primary contact if
 * there is none. Both get a new version. The caller has locked them.
 *
 * @param source what the role is the result of, for the history. @throws 422 too-many.
 */
export const addRole = async (
  scope: Scope,
  tx: Transaction,
  { contactId, organizationId, startDate }: Pick<ContactRole, 'contactId' | 'organizationId' | 'startDate'>,
  source: Prisma.InputJsonObject,
): Promise<number> => {
  const { tenantId } = scope.db
  await requireListRoom(scope, tx, contactId, 'roles')
  const role = await tx.contactRole.create({ data: { tenantId, contactId, organizationId, startDate } })
  const where = { tenantId, id: organizationId, primaryContactId: null }
  await tx.contact.updateMany({ where, data: { primaryContactId: contactId } })
  const changes = { id: role.id, contactId, organizationId, startDate: startDate?.toISOString() ?? null, ...source }
  await recordPart(scope, tx, contactId, 'roles', changes)
  await recordPart(scope, tx, organizationId, 'roles', changes)
  return role.id
}

/** Removes a role. Both contacts get a new version. @throws 404, 412. */
export const deleteRole = async (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) => {
  const otherId = await findOtherSide(scope, contactId, id)
  const work = async (tx: Transaction) => {
    const before = await getRole(tx, scope, contactId, id)
    await tx.contactRole.delete({ where: { tenantId_id: { tenantId: before.tenantId, id } } })
    return { result: null, changes: { ContactRoleId: id, isDeleted: true }, before }
  }
  return changeContact(scope, contactId, expected, 'roles', work, otherId)
}

/** Creates a role type (id 0) or changes one. Names are unique, case-insensitive. @throws 400, 404, 409 duplicate. */
export const saveRoleType = (scope: Scope, id: number, input: ContactRoleTypeEditInput): Promise<RoleTypeWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'contact_role_type')
    const current = await getForSave(scope, tx, roleTypeKind, id)
    const name = parseRequiredField(input.Name, current?.name, '/Name')
    const displayOrder = input.DisplayOrder ?? current?.displayOrder ?? 0
    const data = { name, displayOrder, inheritsRights: input.InheritsRights ?? current?.inheritsRights ?? false }
    const same = { tenantId, name: { equals: name, mode: 'insensitive' } as const, id: { not: id } }
    requireUniqueName(roleTypeKind, name, await tx.contactRoleType.findFirst({ where: same }))
    const saved = current
      ? await tx.contactRoleType.update({ where: { tenantId_id: { tenantId, id } }, data, ...roleTypeWithCount })
      : await tx.contactRoleType.create({ data: { ...data, tenantId }, ...roleTypeWithCount })
    await recordUnversioned(scope, tx, roleTypeKind, saved.id, current ? 'updated' : 'created', data)
    return saved
  })

/** Deletes a role type that no role uses. @throws 404, 409 in-use. */
export const deleteRoleType = (scope: Scope, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const current = await lockUnversioned(scope, tx, roleTypeKind, id)
    await requireUnused(scope, tx, roleTypeKind, current)
    await tx.contactRoleType.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    await recordUnversioned(scope, tx, roleTypeKind, id, 'deleted', { name: current.name })
  })

/** Returns undefined if there is no such role: the 404 of a missing contact comes before the 404 of a missing role. */
const findOtherSide = async (scope: Scope, contactId: number, id: number): Promise<number | undefined> => {
  const role = await findRole(scope.db.prisma, scope, contactId, id)
  return role?.contactId === contactId ? role.organizationId : role?.contactId
}

/** Returns the contact on the other side of a new role. The body can contain both sides. */
const parseOtherSide = (contactId: number, { OrganizationContactId, ContactId }: PersonRoleInput): number =>
  [OrganizationContactId, ContactId].find((id) => id && id !== contactId) ?? contactId

/**
 * Returns the holder of a new role and the organization at which it has it. If both are organizations, the one in
 * OrganizationContactId is that at which the other one has the role.
 *
 * @throws 422 unknown-reference, too-many.
 */
const findSides = async (
  scope: Scope,
  tx: Transaction,
  contact: ContactHead,
  other: ContactHead | undefined,
  { OrganizationContactId }: PersonRoleInput,
) => {
  const isPerson = contact.systemTypeId === INDIVIDUAL
  if (!other || (isPerson && other.systemTypeId === INDIVIDUAL))
    throw isPerson || OrganizationContactId
      ? unknownReference('/OrganizationContactId', 'organization')
      : unknownReference('/ContactId', 'contact')
  const isHolder = isPerson || (other.systemTypeId !== INDIVIDUAL && OrganizationContactId === other.id)
  const [contactId, organizationId] = isHolder ? [contact.id, other.id] : [other.id, contact.id]
  await requireListRoom(scope, tx, contactId, 'roles')
  return { contactId, organizationId }
}

/** Makes a person the primary contact of an organization, or ends that. Both are locked. @throws 400. */
const setPrimaryContact = async (
  { db }: Scope,
  tx: Transaction,
  holder: ContactHead | undefined,
  organizationId: number,
  isContact: boolean | undefined,
): Promise<void> => {
  if (isContact === undefined || !holder) return
  if (isContact && holder.systemTypeId !== INDIVIDUAL)
    throw badInput('/IsContact', 'must be false for the role of an organization')
  const where = { tenantId: db.tenantId, id: organizationId }
  if (isContact) await tx.contact.updateMany({ where, data: { primaryContactId: holder.id } })
  else
    await tx.contact.updateMany({ where: { ...where, primaryContactId: holder.id }, data: { primaryContactId: null } })
}

const parseRole = async (scope: Scope, tx: Transaction, input: PersonRoleInput, current: ContactRole | undefined) => {
  const startDate = pickSent(parseDay(input.RoleStartDate), current?.startDate ?? null)
  const endDate = pickSent(parseDay(input.RoleEndDate), current?.endDate ?? null)
  requirePeriod(startDate, endDate, '/RoleEndDate')
  const roleTypeId = pickSent(input.RoleId, current?.roleTypeId ?? null)
  await requireRoleType(scope, tx, roleTypeId)
  return {
    title: pickSent(parseLineField(input.Title, '/Title'), current?.title ?? null),
    displayOnWeb: input.DisplayOnWeb ?? current?.displayOnWeb ?? true,
    roleTypeId,
    startDate,
    endDate,
  }
}

const requireRoleType = async ({ db }: Scope, tx: Transaction, id: number | null): Promise<void> => {
  if (id === null) return
  const found = await tx.contactRoleType.findFirst({ where: { tenantId: db.tenantId, id }, select: { id: true } })
  if (!found) throw unknownReference('/RoleId', 'role type')
}

type RoleData = Omit<ContactRole, 'tenantId' | 'id' | 'auditId' | 'sourceConnectionId' | 'sourceRoleId'>

const writeRole = ({ db }: Scope, tx: Transaction, data: RoleData, current: ContactRole | undefined) => {
  const { tenantId } = db
  if (!current) return tx.contactRole.create({ data: { ...data, tenantId }, include: roleParts })
  const where = { tenantId_id: { tenantId, id: current.id } }
  return tx.contactRole.update({ where, data: { ...data, ...NEXT_VERSION }, include: roleParts })
}
