import type { ContactRelationshipEditInput } from '#contract/people/contacts-details'
import { badInput, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactRelationship } from '#prisma/client'
import { assertPartVersion, assertRoom, changeContact, type HeldContact } from '../contact-changes.service.ts'
import { refuseReference } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.ts'
import { assertIsNew, assertKinds, assertNoCycle, type Edge, findType, isSelf, STAFF } from './relationships.model.ts'
import { type RelationshipWithSides, relationshipParts } from './relationships.queries.ts'

const MOST_PER_CONTACT = 1000

/** Relates a contact to another one (id 0), or changes the type of a relationship. Both contacts show it. */
export const saveRelationship = async (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactRelationshipEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<RelationshipWithSides>> => {
  const before = id === 0 ? undefined : await findRelationship(scope, contactId, id)
  const otherId = before ? otherSide(before, contactId) : readOtherId(input, contactId)
  const work = async (tx: Transaction, contact: HeldContact, other: HeldContact | undefined) => {
    const current = before && (await findRelationship(scope, contactId, id, tx))
    if (current) assertPartVersion(current.auditId, expected)
    if (!other) return refuseReference('/OtherContactId', 'names no contact')
    const typeId = input.ContactRelationshipTypeId ?? current?.typeId
    const type = await findType(scope, tx, typeId, false)
    const isReverse = current ? current.contactId !== contactId : (input.IsReverse ?? false)
    const [near, far] = isReverse ? [other, contact] : [contact, other]
    assertKinds(type, near.systemTypeId, far.systemTypeId)
    const answer = await write(scope, tx, { nearId: near.id, farId: far.id, type }, current)
    const { id: savedId, contactId: nearId, otherContactId } = answer
    return { answer, changes: { id: savedId, contactId: nearId, otherContactId, type: type.name } }
  }
  return changeContact(scope, contactId, expected, 'relationships', work, otherId)
}

/** Ends a relationship for both contacts. */
export const deleteRelationship = async (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) => {
  const otherId = otherSide(await findRelationship(scope, contactId, id), contactId)
  const work = async (tx: Transaction) => {
    const { tenantId, typeId } = await findRelationship(scope, contactId, id, tx)
    await tx.contactRelationship.delete({ where: { tenantId_id: { tenantId, id } } })
    return { answer: null, changes: { id, typeId, isDeleted: true } }
  }
  return changeContact(scope, contactId, expected, 'relationships', work, otherId)
}

const readOtherId = ({ OtherContactId }: ContactRelationshipEditInput, contactId: number): number => {
  if (OtherContactId === undefined) throw badInput('/OtherContactId', 'is needed')
  if (OtherContactId === contactId) throw isSelf()
  return OtherContactId
}

const otherSide = (relationship: ContactRelationship, contactId: number): number =>
  relationship.contactId === contactId ? relationship.otherContactId : relationship.contactId

const write = async (scope: Scope, tx: Transaction, edge: Edge, current: ContactRelationship | undefined) => {
  const { tenantId } = scope.db
  await assertIsNew(scope, tx, edge, current?.id ?? 0)
  await assertNoCycle(scope, tx, edge, current?.id ?? 0)
  const typeId = edge.type.id
  if (current) {
    const where = { tenantId_id: { tenantId, id: current.id } }
    const data = { typeId, auditId: { increment: 1 } }
    return tx.contactRelationship.update({ where, data, include: relationshipParts })
  }
  const { nearId: contactId, farId: otherContactId } = edge
  assertRoom(await tx.contactRelationship.count({ where: { tenantId, contactId } }), 'relationships', MOST_PER_CONTACT)
  return tx.contactRelationship.create({
    data: { tenantId, contactId, otherContactId, typeId },
    include: relationshipParts,
  })
}

const findRelationship = async (
  { db }: Scope,
  contactId: number,
  id: number,
  tx = db.prisma,
): Promise<ContactRelationship> => {
  const found = await tx.contactRelationship.findFirst({
    where: {
      tenantId: db.tenantId,
      id,
      type: { systemTypeId: { not: STAFF } },
      OR: [{ contactId }, { otherContactId: contactId }],
    },
  })
  if (!found) throw notFound('relationship')
  return found
}
