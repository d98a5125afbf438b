import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { RecordMail, SettledMail } from '#services/mail/sending/send-mail'
import { lockContacts } from '../records/records.queries.ts'
import { recordCommunication } from './communications.service.ts'

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
  const { communication, action } = await saveCommunication(scope, tx, mail)
  const { subject, statusTypeId } = communication
  await recordCommunication(scope, tx, communication, action, { mailMessageId: mail.id, subject, statusTypeId })
}

const saveCommunication = async ({ db, clock }: Scope, tx: Transaction, mail: SettledMail) => {
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
