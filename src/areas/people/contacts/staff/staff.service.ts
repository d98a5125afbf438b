import type { AssignedContactInput } from '#contract/people/contacts'
import { conflict } from '#kernel/errors/problem'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { type ExpectedVersion, partVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { changeContact } from '../contact-changes.service.ts'
import { requireRoom } from '../contact-parts.model.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { requireFittingType, STAFF, selfRelationship } from '../relationships/relationships.model.ts'
import { lockRelationshipType } from '../relationships/relationships.queries.ts'
import { type Assignment, assignmentParts, findStaff, getAssignment } from './staff.queries.ts'

/**
 * Assigns a staff member to a contact (id 0), or changes the staff member or the type of an assignment.
 *
 * @throws 404, 409 duplicate, stale-audit-id, 412, 422 unknown-reference, self-relationship, wrong-contact-type,
 * too-many.
 */
export const saveAssignment = (
  scope: Scope,
  contactId: number,
  id: number,
  input: AssignedContactInput,
  expected: ExpectedVersion,
): Promise<Versioned<Assignment>> =>
  changeContact(scope, contactId, expected, 'relationships', async (tx, { systemTypeId }) => {
    const { tenantId } = scope.db
    const current = id === 0 ? undefined : await getAssignment(tx, scope, contactId, id)
    if (current) requireVersion(current.auditId, partVersion(expected))
    else requireRoom(await countAssignments(scope, tx, contactId), 'staff members')
    const type = await lockRelationshipType(scope, tx, input.ContactRelationshipTypeId ?? current?.typeId, true)
    const otherContactId = input.StaffContactId ?? current?.otherContactId ?? 0
    if (otherContactId === contactId) throw selfRelationship()
    await requireStaff(scope, tx, otherContactId)
    requireFittingType(type, systemTypeId, STAFF)
    const data = { contactId, otherContactId, typeId: type.id }
    if (await tx.contactRelationship.findFirst({ where: { tenantId, ...data, id: { not: id } } }))
      throw conflict('duplicate', 'The staff member already has this assignment.')
    const result = current
      ? await tx.contactRelationship.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
          include: assignmentParts,
        })
      : await tx.contactRelationship.create({ data: { ...data, tenantId }, include: assignmentParts })
    return { result, changes: { id: result.id, ...data }, before: current ?? undefined }
  })

/** Ends the assignment of a staff member. @throws 404, 412. */
export const deleteAssignment = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'relationships', async (tx) => {
    const { tenantId, otherContactId, typeId } = await getAssignment(tx, scope, contactId, id)
    await tx.contactRelationship.delete({ where: { tenantId_id: { tenantId, id } } })
    return {
      result: null,
      changes: { id, otherContactId, isDeleted: true },
      before: { id, contactId, otherContactId, typeId },
    }
  })

const countAssignments = ({ db }: Scope, tx: Transaction, contactId: number): Promise<number> =>
  tx.contactRelationship.count({ where: { tenantId: db.tenantId, contactId, type: { systemTypeId: STAFF } } })

const requireStaff = async ({ db }: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const staff = await findStaff(tx, db.tenantId, [contactId])
  if (!staff.has(contactId)) throw unknownReference('/StaffContactId', 'staff member')
}
