import type { AssignedContactInput } from '#contract/people/contacts'
import { conflict, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactRelationship } from '#prisma/client'
import { assertPartVersion, assertRoom, changeContact } from '../contact-changes.service.ts'
import { refuseReference } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.ts'
import { assertKinds, findType, isSelf, STAFF } from '../relationships/relationships.model.ts'
import { type Assignment, assignmentParts } from './staff.queries.ts'

/** Assigns a member of the staff to a contact (id 0), or changes who or as what. */
export const assignStaff = (
  scope: Scope,
  contactId: number,
  id: number,
  input: AssignedContactInput,
  expected: ExpectedVersion,
): Promise<Versioned<Assignment>> =>
  changeContact(scope, contactId, expected, 'relationships', async (tx, { systemTypeId }) => {
    const { tenantId } = scope.db
    const current = id === 0 ? undefined : await findAssignment(scope, tx, contactId, id)
    if (current) assertPartVersion(current.auditId, expected)
    else assertRoom(await countAssigned(scope, tx, contactId), 'members of staff')
    const type = await findType(scope, tx, input.ContactRelationshipTypeId ?? current?.typeId, true)
    const otherContactId = input.StaffContactId ?? current?.otherContactId ?? 0
    if (otherContactId === contactId) throw isSelf()
    await assertIsStaff(scope, tx, otherContactId)
    assertKinds(type, systemTypeId, STAFF)
    const data = { contactId, otherContactId, typeId: type.id }
    if (await tx.contactRelationship.findFirst({ where: { tenantId, ...data, id: { not: id } } })) {
      throw conflict('duplicate', 'This member of the staff is assigned as that already.')
    }
    const answer = current
      ? await tx.contactRelationship.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
          include: assignmentParts,
        })
      : await tx.contactRelationship.create({ data: { ...data, tenantId }, include: assignmentParts })
    return { answer, changes: { id: answer.id, ...data } }
  })

/** Takes a member of the staff off a contact. */
export const endAssignment = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'relationships', async (tx) => {
    const { tenantId, otherContactId } = await findAssignment(scope, tx, contactId, id)
    await tx.contactRelationship.delete({ where: { tenantId_id: { tenantId, id } } })
    return { answer: null, changes: { id, otherContactId, isDeleted: true } }
  })

const countAssigned = ({ db }: Scope, tx: Transaction, contactId: number): Promise<number> =>
  tx.contactRelationship.count({ where: { tenantId: db.tenantId, contactId, type: { systemTypeId: STAFF } } })

const assertIsStaff = async ({ db }: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const where = { tenantId: db.tenantId, id: contactId, deletedAt: null, isStaff: true }
  const found = await tx.contact.findFirst({ where, select: { id: true } })
  if (!found) refuseReference('/StaffContactId', 'names no member of the staff')
}

const findAssignment = async (
  { db }: Scope,
  tx: Transaction,
  contactId: number,
  id: number,
): Promise<ContactRelationship> => {
  const where = { tenantId: db.tenantId, contactId, id, type: { systemTypeId: STAFF } }
  const found = await tx.contactRelationship.findFirst({ where })
  if (!found) throw notFound('assignment')
  return found
}
