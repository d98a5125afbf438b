import type { ContactRecordEditInput } from '#contract/people/contacts-details'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { type ExpectedVersion, partVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactRecord } from '#prisma/client'
import { changeContact } from '../contact-changes.service.ts'
import { requireRoom } from '../contact-parts.model.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { parseContactRecord, parseKind } from './contact-records.input.ts'
import { RULES_BY_KIND } from './contact-records.model.ts'
import { getContactRecord } from './contact-records.queries.ts'

const MAX_PER_KIND = 500

/** Adds a record to a contact (id 0) or changes one. @throws 400, 404, 409 stale-audit-id, 412, 422 too-many. */
export const saveContactRecord = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactRecordEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<ContactRecord>> =>
  changeContact(scope, contactId, expected, 'records', async (tx) => {
    const { tenantId } = scope.db
    const current = id === 0 ? undefined : await getContactRecord(tx, scope, contactId, id)
    if (current) requireVersion(current.auditId, partVersion(expected))
    const kind = parseKind(input, current)
    if (!current)
      requireRoom(await tx.contactRecord.count({ where: { tenantId, contactId, kind } }), 'records', MAX_PER_KIND)
    const data = parseContactRecord(RULES_BY_KIND[kind], input, current)
    const result = current
      ? await tx.contactRecord.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.contactRecord.create({ data: { ...data, kind, tenantId, contactId } })
    const changes = { id: result.id, kind, ...data, amount: data.amount?.toNumber() ?? null }
    return { result, changes, before: current && { ...current, amount: current.amount?.toNumber() ?? null } }
  })

/** Deletes a record of a contact. @throws 404, 412. */
export const deleteContactRecord = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'records', async (tx) => {
    const before = await getContactRecord(tx, scope, contactId, id)
    const { kind, name } = before
    await tx.contactRecord.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, kind, name, isDeleted: true }, before }
  })
