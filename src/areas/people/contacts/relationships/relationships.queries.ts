import { lockHierarchy } from '#areas/people/contacts/records/records.queries'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { ContactRelationshipType } from '#prisma/client'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { readParts, type Versioned } from '../contact-parts.queries.ts'
import type { Edge } from './relationships.model.ts'
import { isSymmetric, STAFF } from './relationships.model.ts'

/** Finds the near contact among the far one and its ancestors: a row if the edge would close a cycle. */
const cycleSql = (tenantId: number, { nearId, farId, type }: Edge, relationshipId: number): Sql => Prisma.sql`
  WITH RECURSIVE edge AS (
    SELECT r.contact_id, r.other_contact_id FROM contact_relationship r
    JOIN contact_relationship_type t ON t.tenant_id = r.tenant_id AND t.id = r.type_id
    WHERE r.tenant_id = ${tenantId}::int AND r.id <> ${relationshipId}::int AND t.purpose = ${type.purpose}
      AND t.name <> t.reverse_name
  ), above(id) AS (
    SELECT ${farId}::int
    UNION
    SELECT e.other_contact_id FROM edge e JOIN above a ON e.contact_id = a.id
  ) SELECT id FROM above WHERE id = ${nearId}::int`

const side = { select: { id: true, displayName: true, systemTypeId: true } } as const
export const relationshipParts = { contact: side, other: side, type: true } as const

export type TypedRelationship = Prisma.ContactRelationshipGetPayload<{ include: { type: true } }>

export type RelationshipWithSides = Prisma.ContactRelationshipGetPayload<{ include: typeof relationshipParts }>

/** Lists the relationships of a contact by what the other one is to it, then by name. Leaves out assigned staff. */
export const listRelationships = (scope: Scope, contactId: number): Promise<Versioned<RelationshipWithSides[]>> =>
  readParts(scope, contactId, async () => {
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
    return found.sort((a, b) => key(a).localeCompare(key(b), 'en'))
  })

/** Returns one relationship of a contact, on either side, or null if there is none with this id. */
export const findRelationship = (
  models: Models,
  { db }: Scope,
  contactId: number,
  id: number,
): Promise<TypedRelationship | null> =>
  models.contactRelationship.findFirst({
    where: {
      tenantId: db.tenantId,
      id,
      type: { systemTypeId: { not: STAFF } },
      OR: [{ contactId }, { otherContactId: contactId }],
    },
    include: { type: true },
  })

/** Finds a relationship like findRelationship. @throws 404. */
export const getRelationship = async (
  models: Models,
  scope: Scope,
  contactId: number,
  id: number,
): Promise<TypedRelationship> => {
  const found = await findRelationship(models, scope, contactId, id)
  if (!found) throw notFound('relationship')
  return found
}

/**
 * Locks a relationship type against deletion and a change of its system type, and returns it.
 *
 * @throws 422 unknown-reference if there is no such type, or if it is of the wrong kind (`isForStaff`).
 */
export const lockRelationshipType = async (
  scope: Scope,
  tx: Transaction,
  id: number | undefined,
  isForStaff: boolean,
): Promise<ContactRelationshipType> => {
  const [locked] = await lockRows(scope, tx, { table: 'contact_relationship_type' }, [id ?? 0], 'key share')
  const systemTypeId = isForStaff ? STAFF : { not: STAFF }
  const where = { tenantId: scope.db.tenantId, id: locked ?? 0, systemTypeId }
  const found = await tx.contactRelationshipType.findFirst({ where })
  if (!found)
    throw unknownReference('/ContactRelationshipTypeId', isForStaff ? 'type for staff' : 'type of relationship')
  return found
}

/** Rejects a relationship that exists already; a symmetric one exists on both sides. @throws 409 duplicate. */
export const requireNewRelationship = async (
  { db }: Scope,
  tx: Transaction,
  { nearId, farId, type }: Edge,
  id: number,
): Promise<void> => {
  const sides = [{ contactId: nearId, otherContactId: farId }]
  if (isSymmetric(type)) sides.push({ contactId: farId, otherContactId: nearId })
  const same = await tx.contactRelationship.findFirst({
    where: { tenantId: db.tenantId, typeId: type.id, OR: sides, id: { not: id } },
    select: { id: true },
  })
  if (same) throw conflict('duplicate', 'The two contacts already have this relationship.')
}

/**
 * Rejects a relationship that makes a contact its own ancestor. Only one transaction of a tenant at a time can extend
 * hierarchies, because two valid changes can form a cycle together.
 *
 * @throws 422 relationship-cycle.
 */
export const requireNoCycle = async (scope: Scope, tx: Transaction, edge: Edge, id: number): Promise<void> => {
  if (!edge.type.purpose || isSymmetric(edge.type)) return
  const { tenantId } = scope.db
  await lockHierarchy(scope, tx)
  const found = await runForWholeTenant(scope, tx, () => tx.rows<{ id: number }>(cycleSql(tenantId, edge, id)))
  if (found.length > 0) throw ruleRefused('relationship-cycle', 'The contact would become its own ancestor.')
}
