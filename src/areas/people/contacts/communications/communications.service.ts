import type { CommunicationEditInput } from '#contract/people/contacts-details'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { assertVersion, type ExpectedVersion, partVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactCommunication } from '#prisma/client'
import { changeContact } from '../contact-changes.service.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { cleanCommunication, parseCommunication } from './communications.input.ts'
import { getCommunication } from './communications.queries.ts'

/**
 * Stores a communication (id 0) or changes one. Sends nothing.
 *
 * @throws 400, 404, 409 stale-audit-id, 412, 422 communication-sent.
 */
export const saveCommunication = async (
  scope: Scope,
  contactId: number,
  id: number,
  input: CommunicationEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<ContactCommunication>> => {
  const clean = await cleanCommunication(scope, input)
  return changeContact(scope, contactId, expected, 'communications', async (tx) => {
    const { tenantId } = scope.db
    const current = id === 0 ? undefined : await getCommunication(tx, scope, contactId, id)
    if (current) assertVersion(current.auditId, partVersion(expected))
    const data = await parseCommunication(scope, clean, current)
    const result = current
      ? await tx.contactCommunication.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.contactCommunication.create({ data: { ...data, tenantId, contactId } })
    const { body: _, ...changes } = data
    return { result, changes: { id: result.id, ...changes } }
  })
}

/** Deletes a communication. @throws 404, 412. */
export const deleteCommunication = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'communications', async (tx) => {
    const { subject } = await getCommunication(tx, scope, contactId, id)
    await tx.contactCommunication.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, subject, isDeleted: true } }
  })
