import type { ContactRelationshipTypeEditInput } from '#contract/people/contact-relationship-types'
import { conflict } from '#kernel/errors/problem'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactRelationshipType } from '#prisma/client'
import { isSymmetric, parseRelationshipType, type TypeData } from './contact-relationship-types.input.ts'
import { findNamesake, relationshipTypeKind } from './contact-relationship-types.queries.ts'

const MAX_TYPES = 500

/**
 * Creates a type of relationship (id 0) or changes one. The kinds of both sides, and whether the type is symmetric,
 * cannot change while relationships use it, and never for a built-in type. Names are unique within the kind, ignoring
 * case. The row lock waits for transactions that are adding relationships of the type.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate, in-use, system-record; 412; 422 too-many.
 */
export const saveRelationshipType = (
  scope: Scope,
  id: number,
  input: ContactRelationshipTypeEditInput,
  expected: ExpectedVersion,
): Promise<ContactRelationshipType> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'contact_relationship_type')
    const current = await lockForSave(scope, tx, relationshipTypeKind, id, expected)
    const data = parseRelationshipType(input, current)
    if (current) await requireKindsStay(scope, tx, current, data)
    const other = await findNamesake(scope, tx, data, id)
    requireUniqueName(relationshipTypeKind, other?.name ?? data.name, other)
    if (!current) await requireRoomForType(scope, tx)
    const saved = current
      ? await tx.contactRelationshipType.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.contactRelationshipType.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })

/** Deletes a type that is not built in and that no relationship uses. @throws 404; 409; 412. */
export const deleteRelationshipType = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockRecord(scope, tx, relationshipTypeKind, id, expected)
    if (current.isSystem) throw builtIn('It cannot be deleted.')
    await requireUnused(scope, tx, relationshipTypeKind, current)
    await tx.contactRelationshipType.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, nextVersionOf(current), 'deleted')
  })

const requireKindsStay = async (
  scope: Scope,
  tx: Transaction,
  current: ContactRelationshipType,
  data: TypeData,
): Promise<void> => {
  const isSame =
    current.systemTypeId === data.systemTypeId &&
    current.fromSystemTypeId === data.fromSystemTypeId &&
    isSymmetric(current) === isSymmetric(data)
  if (isSame) return
  const remedy = 'Keep the kinds of both sides, and keep the labels equal or different as they are.'
  if (current.isSystem) throw builtIn(remedy)
  await requireNoRelationship(scope, tx, current.id, remedy)
}

const builtIn = (remedy: string) => conflict('system-record', `The type is built in. ${remedy}`)

const requireNoRelationship = async ({ db }: Scope, tx: Transaction, typeId: number, remedy: string): Promise<void> => {
  const uses = await tx.contactRelationship.count({ where: { tenantId: db.tenantId, typeId } })
  if (uses > 0) throw conflict('in-use', `Relationships between contacts use the type (${uses}). ${remedy}`)
}

const requireRoomForType = async ({ db }: Scope, tx: Transaction): Promise<void> => {
  const count = await tx.contactRelationshipType.count({ where: { tenantId: db.tenantId } })
  requireRoom(count, MAX_TYPES, 'tenant', 'relationship types')
}

const record = (scope: Scope, tx: Transaction, type: ContactRelationshipType, action: ChangeAction): Promise<void> => {
  const payload = { Name: type.name, ReverseName: type.reverseName }
  return recordChange(scope, tx, changeOf(relationshipTypeKind, type, action, { payload }))
}
