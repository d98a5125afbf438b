import { setFiles } from '#areas/integration/files/attachments.service'
import { listFileIds } from '#areas/integration/files/files.queries'
import type { CommunicationEditInput } from '#contract/people/contacts-details'
import { notFound } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactCommunication, Prisma } from '#prisma/client'
import type { RecordMail, SettledMail } from '#services/mail/sending/send-mail'
import { contactKind } from '../contacts.queries.ts'
import { markContactsModified } from '../records/contact-rows.service.ts'
import { lockContacts } from '../records/records.queries.ts'
import { cleanCommunication, parseCommunication } from './communications.input.ts'
import { COMMUNICATION, type CommunicationWithFiles } from './communications.model.ts'
import { communicationKind, getCommunication } from './communications.queries.ts'

// A communication has its own version, history and events. The version of its contact stays, but the contact enters the
// change feed, because the documents of organizations show communications.

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
): Promise<CommunicationWithFiles> => {
  const clean = await cleanCommunication(scope, input)
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockContact(scope, tx, contactId)
    await lockRows(scope, tx, communicationKind, [id])
    const current = id === 0 ? undefined : await getCommunication(tx, scope, contactId, id)
    if (current) requireVersion(current.auditId, expected)
    const fields = await parseCommunication(scope, tx, clean, current)
    const data = { ...fields, filesCount: input.FileIds === undefined ? (current?.filesCount ?? 0) : countFiles(input) }
    const saved = current
      ? await tx.contactCommunication.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.contactCommunication.create({ data: { ...data, tenantId, contactId } })
    const fileIds = await saveFiles(scope, tx, saved, input.FileIds)
    const changes = input.FileIds === undefined ? {} : { fileIds }
    await recordCommunication(scope, tx, saved, current ? 'updated' : 'created', changes)
    return { ...saved, fileIds }
  })
}

/** Locks the contact of a communication, and with it all of its communications. @throws 404. */
const lockContact = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const locked = await lockRows(scope, tx, contactKind, [contactId], 'no key update')
  if (locked.length === 0) throw notFound('contact')
}

/** Writes the history and the event of a communication, and brings its contact, which is locked, into the change feed. */
const recordCommunication = async (
  scope: Scope,
  tx: Transaction,
  communication: ContactCommunication,
  action: ChangeAction,
  changes: Prisma.InputJsonObject = {},
): Promise<void> => {
  const { contactId, subject, mailMessageId } = communication
  const payload = { contactId, Subject: subject, ...(mailMessageId && { mailMessageId: Number(mailMessageId) }) }
  await markContactsModified(scope, tx, [contactId])
  await recordChange(scope, tx, changeOf(communicationKind, communication, action, { changes, payload }))
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
export const deleteCommunication = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await lockContact(scope, tx, contactId)
    await lockRows(scope, tx, communicationKind, [id])
    const current = await getCommunication(tx, scope, contactId, id)
    requireVersion(current.auditId, expected)
    await setFiles(scope, tx, { kind: COMMUNICATION, id, contactId }, [], '')
    await tx.contactCommunication.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    await recordCommunication(scope, tx, nextVersionOf(current), 'deleted')
  })

const countFiles = ({ FileIds }: CommunicationEditInput): number => new Set(FileIds).size

const EMAIL = 1
const SENT = 2
const FAILED = 4

/**
 * Records a mail of the product as a communication of its contact, once for any number of attempts: a mail that failed
 * and is sent later changes its status. The contact's version stays, as with a communication that staff enters.
 */
export const recordMail: RecordMail = async (scope, tx, contactId, settle) => {
  await lockContacts(tx, scope, [contactId])
  const mail = await settle()
  if (!mail) return
  // Another one than before if the contact was merged.
  await lockContacts(tx, scope, [mail.contactId])
  const { communication, action } = await saveMail(scope, tx, mail)
  const { subject, statusTypeId } = communication
  await recordCommunication(scope, tx, communication, action, { mailMessageId: mail.id, subject, statusTypeId })
}

const saveMail = async ({ db, clock }: Scope, tx: Transaction, mail: SettledMail) => {
  const { tenantId } = db
  const data = {
    contactId: mail.contactId,
    subject: mail.subject,
    fromDisplayName: mail.fromName,
    category: mail.category,
    typeId: EMAIL,
    statusTypeId: mail.hasFailed ? FAILED : SENT,
    occurredAt: clock.now(),
  }
  const known = await tx.contactCommunication.findFirst({ where: { tenantId, mailMessageId: mail.id } })
  if (known) {
    const where = { tenantId_id: { tenantId, id: known.id } }
    const communication = await tx.contactCommunication.update({ where, data: { ...data, ...NEXT_VERSION } })
    return { communication, action: 'updated' as const }
  }
  const communication = await tx.contactCommunication.create({ data: { ...data, tenantId, mailMessageId: mail.id } })
  return { communication, action: 'created' as const }
}
