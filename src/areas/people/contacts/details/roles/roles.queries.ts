import type { PersonRole } from '../../../../../contract/people/contacts.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import { presentRole, type RoleWithSides, roleParts } from './roles.presenter.ts'

/** Of a person the roles held, of an organization the roles given; those that run first, then by name. */
export const listRoles = async (scope: Scope, contactId: number): Promise<Versioned<PersonRole[]>> => {
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
  return { auditId, answer: ordered.map(presentRole) }
}
