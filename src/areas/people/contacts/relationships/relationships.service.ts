import type { ContactRelationshipEditInput } from '#contract/people/contacts-details'
import { badInput } from '#kernel/errors/problem'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { type ExpectedVersion, partVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactRelationship } from '#prisma/client'
import { changeContact } from '../contact-changes.service.ts'
import { requireRoom } from '../contact-parts.model.ts'
import { type ContactHead, requireListRoom, type Versioned } from '../contact-parts.queries.ts'
import { type Edge, requireFittingType, selfRelationship } from './relationships.model.ts'
import {
  findRelationship,
  getRelationship,
  lockRelationshipType,
  type RelationshipWithSides,
  relationshipParts,
  requireNewRelationship,
  requireNoCycle,
  type TypedRelationship,
} from './relationships.queries.ts'

const MAX_PER_CONTACT = 1000

/**
 * Relates a contact to another one (id 0), or changes the type of a relationship. Both contacts get a new version.
 *
 * @throws 400, 404, 409 duplicate, stale-audit-id, 412, 422 unknown-reference, self-relationship, wrong-contact-type,
 * relationship-cycle, too-many.
 */
export const saveRelationship = async (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactRelationshipEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<RelationshipWithSides>> => {
  const otherId = id === 0 ? parseOtherId(input, contactId) : await findOtherSide(scope, contactId, id)
  const work = async (tx: Transaction, contact: ContactHead, other: ContactHead | undefined) => {
    const current = id === 0 ? undefined : await getRelationship(tx, scope, contactId, id)
    if (current) requireVersion(current.auditId, partVersion(expected))
    if (!other) throw unknownReference('/OtherContactId', 'contact')
    const typeId = input.ContactRelationshipTypeId ?? current?.typeId
    const type = await lockRelationshipType(scope, tx, typeId, false)
    const isReverse = current ? current.contactId !== contactId : (input.IsReverse ?? false)
    const [near, far] = isReverse ? [other, contact] : [contact, other]
    requireFittingType(type, near.systemTypeId, far.systemTypeId)
    const result = await writeRelationship(scope, tx, { nearId: near.id, farId: far.id, type }, current)
    return { result, changes: describeRelationship(result), before: current && describeRelationship(current) }
  }
  return changeContact(scope, contactId, expected, 'relationships', work, otherId)
}

/** Deletes a relationship. Both contacts get a new version. @throws 404, 412. */
export const deleteRelationship = async (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) => {
  const otherId = await findOtherSide(scope, contactId, id)
  const work = async (tx: Transaction) => {
    const current = await getRelationship(tx, scope, contactId, id)
    const { tenantId, typeId } = current
    await tx.contactRelationship.delete({ where: { tenantId_id: { tenantId, id } } })
    return { result: null, changes: { id, typeId, isDeleted: true }, before: describeRelationship(current) }
  }
  return changeContact(scope, contactId, expected, 'relationships', work, otherId)
}

/** Describes a relationship for the history. */
const describeRelationship = ({ id, contactId, otherContactId, type }: TypedRelationship) => ({
  id,
  contactId,
  otherContactId,
  type: type.name,
})

const parseOtherId = ({ OtherContactId }: ContactRelationshipEditInput, contactId: number): number => {
  if (OtherContactId === undefined) throw badInput('/OtherContactId', 'is required')
  if (OtherContactId === contactId) throw selfRelationship()
  return OtherContactId
}

/**
 * Returns undefined if there is no such relationship: the 404 of a missing contact comes before that of a relationship.
 */
const findOtherSide = async (scope: Scope, contactId: number, id: number): Promise<number | undefined> => {
  const found = await findRelationship(scope.db.prisma, scope, contactId, id)
  return found?.contactId === contactId ? found.otherContactId : found?.contactId
}

const writeRelationship = async (
  scope: Scope,
  tx: Transaction,
  edge: Edge,
  current: ContactRelationship | undefined,
): Promise<RelationshipWithSides> => {
  const { tenantId } = scope.db
  await requireNewRelationship(scope, tx, edge, current?.id ?? 0)
  await requireNoCycle(scope, tx, edge, current?.id ?? 0)
  const typeId = edge.type.id
  const isNewParent = edge.type.purpose === 'hierarchy' && current?.typeId !== typeId
  if (isNewParent) await requireListRoom(scope, tx, edge.nearId, 'parents')
  if (current) {
    const where = { tenantId_id: { tenantId, id: current.id } }
    return tx.contactRelationship.update({ where, data: { typeId, ...NEXT_VERSION }, include: relationshipParts })
  }
  const { nearId: contactId, farId: otherContactId } = edge
  requireRoom(await tx.contactRelationship.count({ where: { tenantId, contactId } }), 'relationships', MAX_PER_CONTACT)
  const data = { tenantId, contactId, otherContactId, typeId }
  return tx.contactRelationship.create({ data, include: relationshipParts })
}
