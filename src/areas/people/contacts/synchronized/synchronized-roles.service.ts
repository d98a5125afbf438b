import { lockRows } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf } from '#kernel/time/day'
import type { ContactRole } from '#prisma/client'
import { recordPart } from '../contact-changes.service.ts'
import { contactKind } from '../contacts.queries.ts'
import type { SharedRole } from './synchronized.queries.ts'

/** A contact of this tenant, and the connection that synchronizes it. */
interface Holder {
  connectionId: number
  contactId: number
}

type RoleFacts = Pick<
  ContactRole,
  'contactId' | 'organizationId' | 'roleTypeId' | 'title' | 'startDate' | 'endDate' | 'displayOnWeb'
>

/** A role as it must become, and the one of the connection that it is. */
interface Planned {
  sourceRoleId: number
  facts: RoleFacts
  current: ContactRole | undefined
}

/**
 * Makes the roles that a connection has given a contact equal to those of the source; others of the connection are deleted. Roles of
 * this tenant stay. A role gets the type that has the name of its type at the source, or no type. Both contacts of a role get a new
 * version. The caller has locked the contact, and its transaction applies a message of the connection.
 *
 * @param wanted the roles, with the organizations of this tenant.
 * @returns the names of types that do not exist here.
 */
export const saveSynchronizedRoles = async (
  scope: Scope,
  tx: Transaction,
  holder: Holder,
  wanted: readonly SharedRole[],
): Promise<string[]> => {
  const own = await findOwn(scope, tx, holder, wanted)
  if (own.length === 0 && wanted.length === 0) return []
  const types = await findTypes(scope, tx)
  const planned = wanted.map((role) => plan(role, holder, types, own))
  const changed = planned.filter(({ facts, current }) => !current || !isEqual(facts, current))
  const kept = new Set(planned.flatMap(({ current }) => (current ? [current.id] : [])))
  const ended = own.filter(({ id }) => !kept.has(id))
  const touched = [...ended, ...changed.flatMap(({ facts, current }) => (current ? [facts, current] : [facts]))]
  const ids = [...new Set(touched.flatMap(({ contactId, organizationId }) => [contactId, organizationId]))]
  const live = new Set(await lockRows(scope, tx, contactKind, ids, 'no key update'))
  for (const role of ended) await endRole(scope, tx, live, role)
  for (const one of changed) if (live.has(one.facts.organizationId)) await saveRole(scope, tx, live, holder, one)
  return [
    ...new Set(wanted.flatMap(({ typeName }) => (typeName !== null && !types.has(keyOf(typeName)) ? [typeName] : []))),
  ]
}

/** Returns the roles of the connection that the contact has, or had before the source merged contacts. */
const findOwn = (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { connectionId, contactId }: Holder,
  wanted: readonly SharedRole[],
): Promise<ContactRole[]> => {
  const sourceRoleId = { in: wanted.map(({ roleId }) => roleId) }
  const where = { tenantId, sourceConnectionId: connectionId, OR: [{ contactId }, { sourceRoleId }] }
  return tx.contactRole.findMany({ where, orderBy: { id: 'asc' } })
}

const keyOf = (name: string): string => name.toLowerCase()

/** Returns the ids of the types of roles by name. */
const findTypes = async ({ db: { tenantId } }: Scope, tx: Transaction): Promise<ReadonlyMap<string, number>> => {
  const found = await tx.contactRoleType.findMany({ where: { tenantId }, select: { id: true, name: true } })
  return new Map(found.map(({ id, name }) => [keyOf(name), id]))
}

const plan = (
  { roleId, organizationId, typeName, title, startsOn, endsOn, displayOnWeb }: SharedRole,
  { contactId }: Holder,
  types: ReadonlyMap<string, number>,
  own: readonly ContactRole[],
): Planned => {
  const roleTypeId = typeName === null ? null : (types.get(keyOf(typeName)) ?? null)
  const days = {
    startDate: startsOn === null ? null : dateOf(startsOn),
    endDate: endsOn === null ? null : dateOf(endsOn),
  }
  const facts = { contactId, organizationId, roleTypeId, title, ...days, displayOnWeb }
  return { sourceRoleId: roleId, facts, current: own.find(({ sourceRoleId }) => sourceRoleId === roleId) }
}

const factsOf = ({ contactId, organizationId, roleTypeId, title, startDate, endDate, displayOnWeb }: RoleFacts) => ({
  contactId,
  organizationId,
  roleTypeId,
  title,
  startDate,
  endDate,
  displayOnWeb,
})

const isEqual = (one: RoleFacts, other: RoleFacts): boolean =>
  JSON.stringify(factsOf(one)) === JSON.stringify(factsOf(other))

const saveRole = async (
  scope: Scope,
  tx: Transaction,
  live: ReadonlySet<number>,
  { connectionId }: Holder,
  { sourceRoleId, facts, current }: Planned,
): Promise<void> => {
  const { tenantId } = scope.db
  const { id } = current
    ? await tx.contactRole.update({
        where: { tenantId_id: { tenantId, id: current.id } },
        data: { ...facts, ...NEXT_VERSION },
      })
    : await tx.contactRole.create({ data: { ...facts, tenantId, sourceConnectionId: connectionId, sourceRoleId } })
  const days = { startDate: facts.startDate?.toISOString() ?? null, endDate: facts.endDate?.toISOString() ?? null }
  const changes = { id, ...facts, ...days, ConnectionId: connectionId }
  for (const contactId of sidesOf(live, current ? [facts, current] : [facts]))
    await recordPart(scope, tx, contactId, 'roles', changes)
}

const endRole = async (scope: Scope, tx: Transaction, live: ReadonlySet<number>, role: ContactRole): Promise<void> => {
  await tx.contactRole.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id: role.id } } })
  const changes = { ContactRoleId: role.id, isDeleted: true, ConnectionId: role.sourceConnectionId }
  for (const contactId of sidesOf(live, [role])) await recordPart(scope, tx, contactId, 'roles', changes)
}

/** Returns the contacts of roles that are not deleted. */
const sidesOf = (live: ReadonlySet<number>, roles: readonly RoleFacts[]): number[] => {
  const ids = new Set(roles.flatMap(({ contactId, organizationId }) => [contactId, organizationId]))
  return [...ids].filter((id) => live.has(id))
}
