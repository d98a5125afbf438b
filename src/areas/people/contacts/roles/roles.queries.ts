import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'

export const roleParts = {
  organization: { select: { displayName: true, primaryContactId: true } },
  contact: { select: { displayName: true } },
} as const

/** A role with the names of both sides. */
export type RoleWithSides = Prisma.ContactRoleGetPayload<{ include: typeof roleParts }>

/** Of a person the roles held, of an organization the roles given; those that run first, then by name. */
export const listRoles = async (scope: Scope, contactId: number): Promise<Versioned<RoleWithSides[]>> => {
  const { auditId, systemTypeId } = await getContactHead(scope, contactId)
  const isPerson = systemTypeId === 1
  const listed = { deletedAt: null }
  const roles = await scope.db.prisma.contactRole.findMany({
    where: isPerson
      ? { tenantId: scope.db.tenantId, contactId, organization: listed }
      : { tenantId: scope.db.tenantId, organizationId: contactId, contact: listed },
    include: roleParts,
    orderBy: { id: 'asc' },
  })
  const today = scope.clock.now()
  const nameOf = (role: RoleWithSides) => (isPerson ? role.organization.displayName : role.contact.displayName)
  const isOver = (role: RoleWithSides) => Number(role.endDate !== null && role.endDate < today)
  const ordered = roles.sort((a, b) => isOver(a) - isOver(b) || nameOf(a).localeCompare(nameOf(b), 'en'))
  return { auditId, answer: ordered }
}
