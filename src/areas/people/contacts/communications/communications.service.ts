import { setFiles } from '#areas/integration/files/attachments.service'
import { listFileIds } from '#areas/integration/files/files.queries'
import type { CommunicationEditInput } from '#contract/people/contacts-details'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { assertVersion, type ExpectedVersion, partVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactCommunication } from '#prisma/client'
import { changeContact } from '../contact-changes.service.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { cleanCommunication, parseCommunication } from './communications.input.ts'
import { COMMUNICATION, type CommunicationWithFiles } from './communications.model.ts'
import { getCommunication } from './communications.queries.ts'

/**
 * Stores a communication (id 0) or changes one. Sends nothing.
 *
 * @throws 400, 404, 409 stale-audit-id, 412, 422 communication-sent, unknown-reference, file-taken.
 */
export const saveCommunication = async (
  scope: Scope,
  contactId: number,
  id: number,
  input: CommunicationEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<CommunicationWithFiles>> => {
  const clean = await cleanCommunication(scope, input)
  return changeContact(scope, contactId, expected, 'communications', async (tx) => {
    const { tenantId } = scope.db
    const current = id === 0 ? undefined : await getCommunication(tx, scope, contactId, id)
    if (current) assertVersion(current.auditId, partVersion(expected))
    const fields = await parseCommunication(scope, tx, clean, current)
    const data = { ...fields, filesCount: input.FileIds === undefined ? (current?.filesCount ?? 0) : countFiles(input) }
    const result = current
      ? await tx.contactCommunication.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.contactCommunication.create({ data: { ...data, tenantId, contactId } })
    const fileIds = await saveFiles(scope, tx, result, input.FileIds)
    const { body: _, ...changes } = data
    return { result: { ...result, fileIds }, changes: { id: result.id, ...changes, fileIds } }
  })
}

/** Attaches the files of a request, which left out keep them, and deletes the others. Returns their ids. @throws 422. */
const saveFiles = async (
  scope: Scope,
  tx: Transaction,
  { id, contactId, filesCount }: ContactCommunication,
  sent: readonly number[] | null | undefined,
): Promise<number[]> => {
  const owner = { kind: COMMUNICATION, id, contactId }
  if (sent === undefined) return filesCount === 0 ? [] : listFileIds(tx, scope.db.tenantId, owner)
  return setFiles(scope, tx, owner, sent ?? [], '/FileIds')
}

/** Deletes a communication with its files. @throws 404, 412. */
export const deleteCommunication = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'communications', async (tx) => {
    const { subject } = await getCommunication(tx, scope, contactId, id)
    await setFiles(scope, tx, { kind: COMMUNICATION, id, contactId }, [], '')
    await tx.contactCommunication.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, subject, isDeleted: true } }
  })

const countFiles = ({ FileIds }: CommunicationEditInput): number => new Set(FileIds).size
