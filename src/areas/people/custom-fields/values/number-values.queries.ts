import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { OBJECT_TYPE } from '../custom-fields.model.ts'

/** The records that a field of a membership, of its contact or of its type belongs to. */
export interface ValueSubject {
  id: number
  contactId: number
  typeId: number
}

/** Finds the value of a number field of a membership; null if it has none. */
export const findNumberValue = async (
  { db: { tenantId } }: Scope,
  tx: Models,
  fieldId: number,
  { id, contactId, typeId }: ValueSubject,
): Promise<Prisma.Decimal | null> => {
  const field = await tx.customField.findFirst({ where: { tenantId, id: fieldId, deletedAt: null } })
  if (!field) return null
  const { objectTypeId } = field
  if (objectTypeId === OBJECT_TYPE.individual || objectTypeId === OBJECT_TYPE.organization) {
    const holder = { tenantId, id: contactId, systemTypeId: objectTypeId - 1 }
    if (!(await tx.contact.findFirst({ where: holder, select: { id: true } }))) return null
  }
  const objectId =
    objectTypeId === OBJECT_TYPE.membership ? id : objectTypeId === OBJECT_TYPE.membershipType ? typeId : contactId
  const value = await tx.customFieldValue.findFirst({ where: { tenantId, fieldId, objectId, ordinal: 0 } })
  return value?.numberValue ?? null
}
