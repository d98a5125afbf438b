import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactRole, Prisma } from '#prisma/client'
import { readParts, type Versioned } from '../contact-parts.queries.ts'
import { roleTypeEvents } from '../contacts.events.ts'

export const roleParts = {
  organization: { select: { displayName: true, primaryContactId: true } },
  contact: { select: { displayName: true } },
} as const

/** A role with the names of the person and the organization. */
export type RoleWithSides = Prisma.ContactRoleGetPayload<{ include: typeof roleParts }>

export const roleTypeWithCount = { include: { _count: { select: { roles: true } } } } as const

export type RoleTypeWithCount = Prisma.ContactRoleTypeGetPayload<typeof roleTypeWithCount>

export const roleTypeKind: RecordKind<RoleTypeWithCount> = {
  entity: 'contactroletype',
  noun: 'role type',
  table: 'contact_role_type',
  events: roleTypeEvents,
  find: (tx, key) => tx.contactRoleType.findFirst({ where: key, ...roleTypeWithCount }),
}

/** Lists the tenant's role types by DisplayOrder, then by name. */
export const listRoleTypes = ({ db }: Scope): Promise<RoleTypeWithCount[]> =>
  db.prisma.contactRoleType.findMany({
    where: { tenantId: db.tenantId },
    orderBy: [{ displayOrder: 'asc' }, { name: 'asc' }],
    ...roleTypeWithCount,
  })

/**
 * Lists the roles of a person, or the roles at an organization and its own at others: those that have not ended first, then
 * by the name of the other side.
 */
export const listRoles = (scope: Scope, contactId: number): Promise<Versioned<RoleWithSides[]>> =>
  readParts(scope, contactId, async ({ systemTypeId }) => {
    const { tenantId } = scope.db
    const own = { contactId, organization: { deletedAt: null } }
    const given = { organizationId: contactId, contact: { deletedAt: null } }
    const roles = await scope.db.prisma.contactRole.findMany({
      where: { tenantId, OR: systemTypeId === 1 ? [own] : [given, own] },
      include: roleParts,
      orderBy: { id: 'asc' },
    })
    const today = scope.clock.now()
    const nameOf = (role: RoleWithSides) =>
      (role.contactId === contactId ? role.organization : role.contact).displayName
    const hasEnded = (role: RoleWithSides) => Number(role.endDate !== null && role.endDate < today)
    return roles.sort((a, b) => hasEnded(a) - hasEnded(b) || nameOf(a).localeCompare(nameOf(b), 'en'))
  })

/** Returns one role of a person or at an organization, or null if there is none with this id. */
export const findRole = (models: Models, { db }: Scope, contactId: number, id: number): Promise<ContactRole | null> =>
  models.contactRole.findFirst({
    where: { tenantId: db.tenantId, id, OR: [{ contactId }, { organizationId: contactId }] },
  })

/** Finds a role like findRole. @throws 404. */
export const getRole = async (models: Models, scope: Scope, contactId: number, id: number): Promise<ContactRole> => {
  const role = await findRole(models, scope, contactId, id)
  if (!role) throw notFound('role')
  return role
}
