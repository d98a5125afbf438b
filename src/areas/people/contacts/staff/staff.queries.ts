import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'
import { STAFF } from '../relationships/relationships.model.ts'

export const assignmentParts = { other: { select: { displayName: true } }, type: { select: { name: true } } } as const

export type Assignment = Prisma.ContactRelationshipGetPayload<{ include: typeof assignmentParts }>

/** Who of the staff looks after a contact, by name. */
export const listAssignedStaff = async (scope: Scope, contactId: number): Promise<Versioned<Assignment[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const answer = await scope.db.prisma.contactRelationship.findMany({
    where: {
      tenantId: scope.db.tenantId,
      contactId,
      type: { systemTypeId: STAFF },
      other: { deletedAt: null },
    },
    include: assignmentParts,
    orderBy: [{ other: { sortName: 'asc' } }, { id: 'asc' }],
  })
  return { auditId, answer }
}
