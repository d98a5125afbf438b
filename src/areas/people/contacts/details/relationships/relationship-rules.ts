import { lockHierarchy } from '#areas/people/contacts/records/records.queries'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { acrossChapters } from '#kernel/tenancy/across-chapters'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type ContactRelationshipType, Prisma } from '#prisma/client'
import { refuseReference } from '../input.ts'

/** The system kind of types whose far side is staff: those are assignments. */
export const STAFF = 3

/** A relationship as it is stored: the far contact is <type.name> of the near one. */
export interface Edge {
  nearId: number
  farId: number
  type: ContactRelationshipType
}

/**
 * The type by its id, kept from being deleted or turned into another kind until the transaction ends; 422 naming the
 * field where there is none of the wanted side.
 */
export const findType = async (
  { db }: Scope,
  tx: Transaction,
  id: number | undefined,
  isForStaff: boolean,
): Promise<ContactRelationshipType> => {
  const { tenantId } = db
  await tx.$queryRaw`
    select 1 from contact_relationship_type where tenant_id = ${tenantId} and id = ${id ?? 0} for key share`
  const where = { tenantId, id: id ?? 0, systemTypeId: isForStaff ? STAFF : { not: STAFF } }
  const found = await tx.contactRelationshipType.findFirst({ where })
  return (
    found ??
    refuseReference('/ContactRelationshipTypeId', `names no type ${isForStaff ? 'of staff' : 'of relationship'}`)
  )
}

/** Refuses a type that is for other kinds of contact; whether a far side is staff is for the caller to see to. */
export const assertKinds = (type: ContactRelationshipType, nearKind: number, farKind: number): void => {
  const isNearRight = type.fromSystemTypeId === null || type.fromSystemTypeId === nearKind
  const isFarRight = type.systemTypeId === STAFF || type.systemTypeId === farKind
  if (isNearRight && isFarRight) return
  throw ruleRefused('wrong-contact-type', `"${type.name}" is for other kinds of contact.`)
}

export const isSelf = () => ruleRefused('self-relationship', 'A contact cannot be related to itself.')

/** Refuses the same relationship twice; a symmetric one is the same from both sides. */
export const assertIsNew = async (
  { db }: Scope,
  tx: Transaction,
  { nearId, farId, type }: Edge,
  id: number,
): Promise<void> => {
  const sides = [{ contactId: nearId, otherContactId: farId }]
  if (type.name === type.reverseName) sides.push({ contactId: farId, otherContactId: nearId })
  const same = await tx.contactRelationship.findFirst({
    where: { tenantId: db.tenantId, typeId: type.id, OR: sides, id: { not: id } },
    select: { id: true },
  })
  if (same) throw conflict('duplicate', 'The two contacts have this relationship already.')
}

/**
 * Refuses a relationship of upper and lower that would put a contact above itself. One at a time per tenant: two that
 * are fine alone may close a cycle together.
 */
export const assertNoCycle = async (
  scope: Scope,
  tx: Transaction,
  { nearId, farId, type }: Edge,
  id: number,
): Promise<void> => {
  if (!type.purpose || type.name === type.reverseName) return
  const { tenantId } = scope.db
  await lockHierarchy(tx, scope)
  const circle = Prisma.sql`
    with recursive edge as (
      select r.contact_id, r.other_contact_id from contact_relationship r
      join contact_relationship_type t on t.tenant_id = r.tenant_id and t.id = r.type_id
      where r.tenant_id = ${tenantId} and r.id <> ${id} and t.purpose = ${type.purpose} and t.name <> t.reverse_name
    ), above(id) as (
      select ${farId}::int
      union
      select e.other_contact_id from edge e join above a on e.contact_id = a.id
    ) select id from above where id = ${nearId}`
  const above = await acrossChapters(tx, scope, () => tx.$queryRaw<{ id: number }[]>(circle))
  if (above.length > 0) throw ruleRefused('relationship-cycle', 'The contact would stand above itself.')
}
