import type { RecordMail, SettledMail } from '#kernel/mail/sending/send-mail'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { recordPart } from '../contact-changes.service.ts'
import { lockContacts } from '../records/records.queries.ts'

const EMAIL = 1
const SENT = 2
const FAILED = 4

/**
 * Records a mail of the product as a communication of its contact, once for any number of attempts: a mail that failed
 * and is sent later changes its status. A change of the contact, as a communication that staff enters is one.
 */
export const recordMail: RecordMail = async (scope, tx, contactId, settle) => {
  await lockContacts(tx, scope, [contactId])
  const mail = await settle()
  if (!mail) return
  // Another one than before if the contact was merged.
  const [contact] = await lockContacts(tx, scope, [mail.contactId])
  const id = await saveCommunication(scope, tx, mail)
  if (!contact || contact.isDeleted) return
  const { subject, hasFailed } = mail
  const changes = { id, mailMessageId: mail.id, subject, statusTypeId: hasFailed ? FAILED : SENT }
  await recordPart(scope, tx, contact.id, 'communications', changes)
}

const saveCommunication = async ({ db, clock }: Scope, tx: Transaction, mail: SettledMail): Promise<number> => {
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
    await tx.contactCommunication.update({ where, data: { ...data, auditId: known.auditId + 1 } })
    return known.id
  }
  const { id } = await tx.contactCommunication.create({ data: { ...data, tenantId, mailMessageId: mail.id } })
  return id
}
