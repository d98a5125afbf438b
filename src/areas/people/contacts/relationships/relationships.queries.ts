import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'
import { STAFF } from './relationships.model.ts'

const side = { select: { id: true, displayName: true, systemTypeId: true } } as const
export const relationshipParts = { contact: side, other: side, type: true } as const

export type RelationshipWithSides = Prisma.ContactRelationshipGetPayload<{ include: typeof relationshipParts }>

/** The relationships of a contact from its own side, by what the other one is, then by name; without assigned staff. */
export const listRelationships = async (
  scope: Scope,
  contactId: number,
): Promise<Versioned<RelationshipWithSides[]>> => {
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
  const key = ({ contactId: nearId, type, contact, other }: RelationshipWithSides) =>
    nearId === contactId ? `${type.name}\0${other.displayName}` : `${type.reverseName}\0${contact.displayName}`
  return { auditId, answer: found.sort((a, b) => key(a).localeCompare(key(b), 'en')) }
}
