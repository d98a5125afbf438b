import type { ContactRelationshipEdit } from '../../../../../contract/people/contacts-details.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import { STAFF } from './relationship-rules.ts'
import { presentRelationship, relationshipParts } from './relationships.presenter.ts'

/** The relationships of a contact from its own side, by what the other one is, then by name; without assigned staff. */
export const listRelationships = async (
  scope: Scope,
  contactId: number,
): Promise<Versioned<ContactRelationshipEdit[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const listed = { deletedAt: null }
  const found = await scope.db.prisma.contactRelationship.findMany({
    where: {
      tenantId: scope.db.tenantId,
      type: { systemTypeId: { not: STAFF } },
      OR: [
        { contactId, other: listed },
        { otherContactId: contactId, contact: listed },
      ],
    },
    include: relationshipParts,
    orderBy: { id: 'asc' },
  })
  const rows = found.map((relationship) => presentRelationship(scope, relationship, contactId))
  const key = ({ Type, OtherContactName }: ContactRelationshipEdit) => `${Type}\0${OtherContactName}`
  return { auditId, answer: rows.sort((a, b) => key(a).localeCompare(key(b), 'en')) }
}
