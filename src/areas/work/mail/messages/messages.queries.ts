import { findDeletedContacts } from '#areas/people/contacts/contacts.queries'
import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { MailMessage } from '#prisma/client'

export const messageKind: RecordKind<MailMessage> = {
  entity: 'mail-message',
  noun: 'mail',
  table: 'mail_message',
  find: (tx, { tenantId, id }) => tx.mailMessage.findFirst({ where: { tenantId, id } }),
}

/** Returns a mail, without its contact if that is deleted. @throws 404. */
export const getMessage = async ({ db }: Scope, id: number, models: Models = db.prisma): Promise<MailMessage> => {
  const message = await models.mailMessage.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!message) throw notFound('mail')
  const deleted = await findDeletedContacts(models, db.tenantId, message.contactId === null ? [] : [message.contactId])
  return message.contactId !== null && deleted.has(message.contactId) ? { ...message, contactId: null } : message
}
