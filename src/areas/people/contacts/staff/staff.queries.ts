import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactRelationship, Prisma } from '#prisma/client'
import { readParts, type Versioned } from '../contact-parts.queries.ts'
import { STAFF } from '../relationships/relationships.model.ts'

export const assignmentParts = { other: { select: { displayName: true } }, type: { select: { name: true } } } as const

export type Assignment = Prisma.ContactRelationshipGetPayload<{ include: typeof assignmentParts }>

/**
 * Returns those of the contacts that are staff: a trigger keeps `is_staff` true while a seat of staff references the
 * contact. The only definition: other areas ask here, or compare `is_staff` in their own statements.
 */
export const findStaff = async (
  models: Models,
  tenantId: number,
  contactIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (contactIds.length === 0) return new Set()
  const where = { tenantId, id: { in: [...contactIds] }, isStaff: true, deletedAt: null }
  return new Set((await models.contact.findMany({ where, select: { id: true } })).map(({ id }) => id))
}

/** Lists the staff members who are assigned to a contact, by name. */
export const listAssignedStaff = (scope: Scope, contactId: number): Promise<Versioned<Assignment[]>> =>
  readParts(scope, contactId, () =>
    scope.db.prisma.contactRelationship.findMany({
      where: {
        tenantId: scope.db.tenantId,
        contactId,
        type: { systemTypeId: STAFF },
        other: { deletedAt: null },
      },
      include: assignmentParts,
      orderBy: [{ other: { sortName: 'asc' } }, { id: 'asc' }],
    }),
  )

/** Returns one assignment of a contact; 404 if there is none with this id. */
export const getAssignment = async (
  models: Models,
  { db }: Scope,
  contactId: number,
  id: number,
): Promise<ContactRelationship> => {
  const where = { tenantId: db.tenantId, contactId, id, type: { systemTypeId: STAFF } }
  const found = await models.contactRelationship.findFirst({ where })
  if (!found) throw notFound('assignment')
  return found
}
