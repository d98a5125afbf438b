import type { FastifyReply, FastifyRequest } from 'fastify'
import { getRecipient } from '#areas/people/contacts/contacts.queries'
import type { PrintoutSendInput, SentPrintout } from '#contract/finance/printouts'
import { badInput, conflict, ruleRefused } from '#kernel/errors/problem'
import { prefers } from '#kernel/http/accept'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { isMailAddress } from '#kernel/text/mail-address'
import type { Files } from '#services/files/open-files'
import { sendFile } from '#services/files/send-file'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'
import { readRefusals } from '#services/mail/refusals'
import type { FailureKind } from '#services/tenant-log/failure-kinds'
import { addFailures } from '#services/tenant-log/failures'
import { PRINTOUT, type PrintoutContent } from './printouts.model.ts'
import { type MadePrintout, makePrintout, type PrintoutFormat, printoutDeleted } from './printouts.service.ts'

type DocumentRequest = FastifyRequest<{ Querystring: { format?: PrintoutFormat } }>

/** Sends a document in the requested format. @throws 422 template-fault, 429, 503. */
export const sendPrintoutFile = async (
  files: Files,
  request: FastifyRequest,
  reply: FastifyReply,
  content: PrintoutContent,
) => {
  const { query, headers, scope } = request as DocumentRequest
  const format = query.format ?? (prefers(headers.accept, 'text/html') ? 'html' : 'pdf')
  const made = await makePrintout(scope, files, content)
  return sendFile(request, reply, files.store, made.files[format], { isDocument: true })
}

const printoutKind = { entity: PRINTOUT, events: {} }

/**
 * Mails a printout as a PDF to its contact, or to another address. The mail is recorded with the contact when it is sent.
 *
 * @throws 400, 409 contact-deleted, mail-suppressed, 422 email-needed, template-fault, 503.
 */
export const sendPrintout = async (
  scope: Scope,
  files: Files,
  content: PrintoutContent,
  { Address, Message }: Pick<PrintoutSendInput, 'Address' | 'Message'>,
): Promise<SentPrintout> => {
  const to = await recipientOf(scope, content, Address?.trim() || null)
  const printout = await makePrintout(scope, files, content)
  const { id, files: made } = printout
  const { tenantId } = scope.db
  const key = `printout:${id}:${crypto.randomUUID()}`
  const data = { contact: { name: to.name }, document: { ...content.mail, currency: scope.tenant.currencyCode } }
  return scope.db.transaction(async (tx) => {
    const mail = { key, templateKey: `${content.kind}-document`, to }
    await queuePrintoutMail(scope, tx, printout, {
      ...mail,
      data: { ...data, ...(Message?.trim() && { message: Message.trim() }) },
    })
    const refusal = (await readRefusals(tx, tenantId, [key])).get(key)
    if (refusal !== undefined) throw conflict('mail-suppressed', refusal)
    const message = await tx.mailMessage.findFirstOrThrow({ where: { tenantId, key }, select: { id: true } })
    const changes = { mailMessageId: Number(message.id), name: made.pdf.name, toAddress: to.address }
    await recordChange(scope, tx, changeOf(printoutKind, { id, auditId: 1 }, 'updated', { changes }))
    const sent = { MailMessageId: Number(message.id), FileId: made.pdf.id, Name: made.pdf.name }
    return { ...sent, UnshownCharacters: [...printout.unshown] }
  })
}

/** A document that is mailed although it does not show all of its text. */
export const unshownFailure: FailureKind = {
  name: 'charactersNotShown',
  level: 'Warning',
  logType: 'Mail',
  entityType: null,
  meaning: 'A document was mailed with boxes instead of characters that no font has.',
  remedy: 'Write them in another way in the contact, the document or the template, and send it again.',
}

/**
 * Queues a mail with the PDF of a printout, which from now on the job does not delete. Says in the log which characters it does not
 * show. @throws 503.
 */
export const queuePrintoutMail = async (
  scope: Scope,
  tx: Transaction,
  { id, files, unshown }: MadePrintout,
  mail: Omit<MailRequest, 'fileIds'>,
): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, id }
  const { count } = await tx.printout.updateMany({ where, data: { sentAt: scope.clock.now() } })
  if (count === 0) throw printoutDeleted()
  if (unshown.length > 0) {
    const codes = unshown.map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
    const what = `The file ${files.pdf.name} that is mailed has no letters for ${codes.slice(0, 50).join(', ')}.`
    await addFailures(scope, tx, [{ kind: unshownFailure, key: null, what }])
  }
  await queueMail(scope, tx, [{ ...mail, fileIds: [files.pdf.id] }])
}

const recipientOf = async (scope: Scope, { contactId }: PrintoutContent, address: string | null) => {
  if (contactId === null) throw conflict('contact-deleted', 'The contact of the document is deleted.')
  if (address !== null && !isMailAddress(address)) throw badInput('/Address', 'must be an email address')
  const recipient = await getRecipient(scope, contactId)
  const to = address ?? recipient.address
  if (!to)
    throw ruleRefused('email-needed', 'The contact has no email address. Send Address, or add one to the contact.')
  return { address: to, name: recipient.name, contactId }
}
