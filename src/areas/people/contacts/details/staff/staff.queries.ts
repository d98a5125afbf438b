import type { AssignedContact } from '../../../../../contract/people/contacts.ts'
import type { Prisma } from '../../../../../generated/prisma/client.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import { detailActions } from '../detail-actions.ts'
import { STAFF } from '../relationships/relationship-rules.ts'

export const assignmentParts = { other: { select: { displayName: true } }, type: { select: { name: true } } } as const

type Assignment = Prisma.ContactRelationshipGetPayload<{ include: typeof assignmentParts }>

export const presentAssignment = (scope: Scope, assignment: Assignment): AssignedContact => ({
  ContactRelationshipId: assignment.id,
  AuditId: assignment.auditId,
  ContactId: assignment.contactId,
  StaffContactId: assignment.otherContactId,
  Name: assignment.other.displayName,
  ContactRelationshipTypeId: assignment.typeId,
  Type: assignment.type.name,
  Actions: detailActions(scope),
})

/** Who of the staff looks after a contact, by name. */
export const listAssignedStaff = async (scope: Scope, contactId: number): Promise<Versioned<AssignedContact[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const found = await scope.db.prisma.contactRelationship.findMany({
    where: {
      tenantId: scope.db.tenantId,
      contactId,
      type: { systemTypeId: STAFF },
      other: { deletedAt: null },
    },
    include: assignmentParts,
    orderBy: [{ other: { sortName: 'asc' } }, { id: 'asc' }],
  })
  return { auditId, answer: found.map((assignment) => presentAssignment(scope, assignment)) }
}
