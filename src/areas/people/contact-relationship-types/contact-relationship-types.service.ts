import type { ContactRelationshipTypeEditInput } from '#contract/people/contact-relationship-types'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactRelationshipType } from '#prisma/client'
import { relationshipTypeEvents } from './contact-relationship-types.events.ts'
import { isSymmetric, readTypeInput, type TypeData } from './contact-relationship-types.input.ts'

const MOST_TYPES = 500

/**
 * Creates a type of relationship (id 0) or changes one. What each side must be, and whether it is symmetric, is fixed
 * while relationships use it, and for good where it is a seeded one.
 *
 * @throws 400 naming the field; 409 stale-audit-id, duplicate (the name within its kind, whatever the case), in-use,
 *   system-record; 422 too-many.
 */
export const saveRelationshipType = (
  scope: Scope,
  id: number,
  input: ContactRelationshipTypeEditInput,
  expected: ExpectedVersion,
): Promise<ContactRelationshipType> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'contact_relationship_type')
    const current = id === 0 ? undefined : await lockType(scope, tx, id, expected)
    const data = readTypeInput(input, current)
    if (current) await assertNatureStays(scope, tx, current, data)
    await assertNameIsFree(scope, tx, data, id)
    if (!current) await assertRoom(scope, tx)
    const saved = current
      ? await tx.contactRelationshipType.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
        })
      : await tx.contactRelationshipType.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })

/** Deletes a type of the tenant's own that no relationship uses. */
export const deleteRelationshipType = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockType(scope, tx, id, expected)
    if (current.isSystem) throw isSeeded('cannot be deleted')
    await assertUnused(scope, tx, id, 'cannot be deleted')
    await tx.contactRelationshipType.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, { ...current, auditId: current.auditId + 1 }, 'deleted')
  })

/** Held for update: whoever relates contacts by this type holds its key and waits, or is waited for. */
const lockType = async ({ db }: Scope, tx: Transaction, id: number, expected: ExpectedVersion) => {
  const { tenantId } = db
  await tx.$queryRaw`select 1 from contact_relationship_type where tenant_id = ${tenantId} and id = ${id} for update`
  const type = await tx.contactRelationshipType.findFirst({ where: { tenantId, id } })
  if (!type) throw notFound('contact relationship type')
  assertVersion(type.auditId, expected)
  return type
}

const assertNatureStays = async (
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
  const what = 'keeps what each side must be, and whether both labels are the same'
  if (current.isSystem) throw isSeeded(what)
  await assertUnused(scope, tx, current.id, what)
}

const isSeeded = (what: string) => conflict('system-record', `Every tenant starts with this type: it ${what}.`)

const assertUnused = async ({ db }: Scope, tx: Transaction, typeId: number, what: string): Promise<void> => {
  const uses = await tx.contactRelationship.count({ where: { tenantId: db.tenantId, typeId } })
  if (uses > 0) throw conflict('in-use', `Relationships between contacts (${uses}) are of this type: it ${what}.`)
}

const assertNameIsFree = async ({ db }: Scope, tx: Transaction, data: TypeData, id: number): Promise<void> => {
  const [other] = await tx.$queryRaw<{ name: string }[]>`
    select name from contact_relationship_type where tenant_id = ${db.tenantId}
      and system_type_id = ${data.systemTypeId} and lower(name) = lower(${data.name}) and id <> ${id} limit 1`
  if (other) throw conflict('duplicate', `There is another type of this kind called "${other.name}".`)
}

const assertRoom = async ({ db }: Scope, tx: Transaction): Promise<void> => {
  const count = await tx.contactRelationshipType.count({ where: { tenantId: db.tenantId } })
  if (count >= MOST_TYPES) throw ruleRefused('too-many', `A tenant has at most ${MOST_TYPES} types of relationship.`)
}

const record = (
  scope: Scope,
  tx: Transaction,
  type: ContactRelationshipType,
  action: 'created' | 'updated' | 'deleted',
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'contactrelationshiptype',
    entityId: type.id,
    auditId: type.auditId,
    action,
    changes: {
      SystemRelationshipTypeId: type.systemTypeId,
      FromSystemContactTypeId: type.fromSystemTypeId,
      Name: type.name,
      ReverseName: type.reverseName,
      Description: type.description,
      InheritsRights: type.inheritsRights,
      ReverseInheritsRights: type.reverseInheritsRights,
    },
    event: { kind: relationshipTypeEvents[action], payload: { Name: type.name, ReverseName: type.reverseName } },
  })
