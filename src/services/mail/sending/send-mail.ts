import { createHash } from 'node:crypto'
import type { FailureReports } from '#kernel/jobs/failure-reports'
import type { Task } from '#kernel/jobs/task'
import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import { oneLine } from '#kernel/text/mail-address'
import { Prisma } from '#prisma/client'
import { TemplateFault } from '#services/templates/template-fault'
import { builtInTemplate, isSecretMail } from '../built-in/built-in-templates.ts'
import { mailOf, type WrittenMail } from '../rendering/mail-parts.ts'
import { writeInThread } from '../rendering/write-in-thread.ts'
import { trackHtml } from '../tracking/track-html.ts'
import type { TrackingTokens } from '../tracking/tracking-tokens.ts'
import { type MailAttachment, MailRefused, type MailTransport, type OutgoingMail } from '../transport/mail-transport.ts'
import { type UnsubscribeTokens, unsubscribeUrl } from '../unsubscribe/unsubscribe-token.ts'
import { type DueMail, findDue, findOwnTemplate, findTemplate } from './due-mail.ts'
import { reportMails } from './report-mails.ts'
import { REPORT_MAILS, type ReportMails, SEND_MAIL, type SendMail } from './send-job.ts'

export interface MailSending {
  transport: MailTransport
  tokens: UnsubscribeTokens
  /** Null if mail is not tracked. */
  tracking: TrackingTokens | null
  /** The origin of this server for recipients, without a slash at the end. */
  origin: string
  /** The name of this installation if several share the origin; empty otherwise. */
  installation: string
  /** The sender address. */
  from: string
}

/** A mail that was sent, or that failed permanently. */
export interface SettledMail {
  id: number
  contactId: number
  subject: string
  fromName: string
  category: string | null
  hasFailed: boolean
}

/**
 * Records a settled mail with its contact, in the transaction that settles it. Locks the contact, then calls `settle`,
 * which returns null if the mail is settled already.
 */
export type RecordMail = (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  settle: () => Promise<SettledMail | null>,
) => Promise<void>

/** Reads the sanitized HTML of a signature; null if it does not exist. */
export type FindSignature = (scope: Pick<Scope, 'db'>, id: number) => Promise<string | null>

/** Reads files that are attached to a mail. @throws if one does not exist or the store is unavailable: the mail waits. */
export type ReadAttachments = (scope: Scope, fileIds: readonly number[]) => Promise<MailAttachment[]>

/** What areas add to the sending of mail. */
export interface MailExtensions {
  /** Records mails to contacts; absent: they are not recorded. */
  record?: RecordMail
  /** Absent: mails have no signatures. */
  findSignature?: FindSignature
  /** Absent: no mail has attachments. */
  readAttachments?: ReadAttachments
  /** Absent: staff are not notified of mails that fail. */
  reports?: FailureReports
}

/** Failed attempts before a mail is given up: with the job library's pauses about three days. */
const MAX_ATTEMPTS = 20

/** Returns the job that sends mail. */
export const mailTasks = (sending: MailSending, extensions: MailExtensions = {}): Record<string, Task> => ({
  [SEND_MAIL]: (context, payload) => sendMail(context, { ...sending, ...extensions }, payload as SendMail),
  [REPORT_MAILS]: (context, payload) => reportMails(context, extensions.reports, payload as ReportMails),
})

type Sending = MailSending & MailExtensions

/**
 * Sends a waiting mail, in steps that can each be the last: it is rendered once and stored, then passed to the transport,
 * then marked as sent. If it is killed in between, it runs again and passes the same message with the same Message-ID, by
 * which a recipient can detect a duplicate.
 */
const sendMail = async (context: WorkContext, sending: Sending, { tenantId, messageId }: SendMail) => {
  const scope = await systemScope(context, tenantId)
  const due = await findDue(scope, messageId)
  if (!due) return
  if (due.suppressed !== null) {
    await update(scope.db.prisma, scope, due.id, { status: 'suppressed', reason: due.suppressed })
    return
  }
  const unsubscribe = due.category === null ? null : linkOf(sending, scope, { ...due, category: due.category })
  try {
    const mail = await written(scope, sending, due, unsubscribe)
    await sending.transport.send(mail)
    await settle(scope, sending, due, mail.subject, { status: 'sent', reason: null, sentAt: scope.clock.now() })
  } catch (error) {
    await afterFailure(scope, sending, due, error as Error)
  }
}

const linkOf = ({ origin, tokens }: MailSending, { db }: Scope, due: DueMail & { category: string }): string =>
  unsubscribeUrl(origin, tokens.make({ tenantId: db.tenantId, addressKey: due.addressKey, category: due.category }))

/** Returns the texts of an earlier attempt, or renders and stores them now. */
const written = async (
  scope: Scope,
  sending: Sending,
  due: DueMail,
  unsubscribe: string | null,
): Promise<OutgoingMail> => {
  const { tenant, db } = scope
  const { from } = sending
  const kept = keptText(due) ?? (await write(scope, sending, due, unsubscribe))
  const messageId = due.messageId ?? messageIdOf(tenant.id, due, from)
  if (due.messageId === null) {
    // A secret text is rendered again for each attempt.
    const { subject, html, text } = isSecretMail(due.templateKey) ? { ...kept, html: null, text: null } : kept
    await db.rows(Prisma.sql`UPDATE mail_message SET message_id = ${messageId}, subject = ${subject}, html = ${html},
      text = ${text} WHERE tenant_id = ${tenant.id} AND id = ${due.id} AND status = 'queued'`)
  }
  return {
    tenantId: tenant.id,
    id: due.id,
    messageId,
    date: due.createdAt,
    ...kept,
    unsubscribeUrl: unsubscribe,
    from: { name: due.otherwise?.fromName ?? tenant.name, address: from },
    replyTo: due.otherwise?.replyTo ?? null,
    attachments: await attachmentsOf(scope, sending, due),
    to: { name: due.toName, address: due.toAddress },
  }
}

/** Returns the files and texts that are attached to a mail; undefined if there are none. */
const attachmentsOf = async (
  scope: Scope,
  { readAttachments }: Sending,
  { fileIds, texts }: DueMail,
): Promise<MailAttachment[] | undefined> => {
  const files = fileIds.length > 0 ? ((await readAttachments?.(scope, fileIds)) ?? []) : []
  const all = [...files, ...(texts ?? []).map(({ text, ...file }) => ({ ...file, content: Buffer.from(text) }))]
  return all.length > 0 ? all : undefined
}

const keptText = ({ subject, html, text }: DueMail): WrittenMail | undefined =>
  subject === null || html === null || text === null ? undefined : { subject, html, text }

const write = async (
  scope: Scope,
  sending: Sending,
  due: DueMail,
  unsubscribe: string | null,
): Promise<WrittenMail> => {
  const { templateId, templateKey, otherwise } = due
  const found = templateId === null ? findTemplate(scope, templateKey) : findOwnTemplate(scope, templateId)
  const { template, layoutHtml } = await found
  if (!template) throw new TemplateFault('Html', `there is no template "${templateKey}"`)
  // The API shows subjects: that of a secret mail cannot contain the secret.
  const subject = isSecretMail(templateKey) ? builtInTemplate(templateKey)?.subject : otherwise?.subject
  const texts = subject ? { ...template, subject } : template
  const variables = {
    ...due.data,
    organization: { name: scope.tenant.name },
    server_url: sending.origin,
    to: { name: due.toName, address: due.toAddress },
    unsubscribe_url: unsubscribe,
  }
  const { signatureId } = otherwise ?? {}
  const signature = signatureId ? await sending.findSignature?.(scope, signatureId) : null
  const parts = await writeInThread(scope, { template: texts, layoutHtml, variables, signature: signature ?? '' })
  return mailOf(parts, trackOf(sending, scope, due))
}

/** Returns the tracking of the mail's HTML, if the mail requests it and the installation allows it. */
const trackOf = ({ tracking: tokens, origin }: MailSending, { tenant }: Scope, { id, isTracked }: DueMail) =>
  tokens !== null && isTracked
    ? (html: string) => trackHtml(html, { tokens, origin }, { tenantId: tenant.id, messageId: id })
    : undefined

/**
 * Returns the id of a message, derived from the mail's key, so that every attempt has the same one; the hash does not
 * disclose the key.
 */
const messageIdOf = (tenantId: number, { id, key, createdAt }: DueMail, from: string): string => {
  const hash = createHash('sha256').update(`${tenantId}/${id}/${key}/${createdAt.toISOString()}`).digest('hex')
  return `<${hash.slice(0, 32)}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

/** Stores the reason of a permanent failure; throws any other error, so that the job is retried. */
const afterFailure = async (scope: Scope, sending: Sending, due: DueMail, error: Error): Promise<void> => {
  const reason = oneLine(error.message, 500) || error.name
  if (error instanceof MailRefused || (error instanceof TemplateFault && !error.isSlowness))
    return settle(scope, sending, due, due.subject, { status: 'failed', reason })
  const tries = due.tries + 1
  const isLast = tries >= MAX_ATTEMPTS
  if (isLast) return settle(scope, sending, due, due.subject, { status: 'failed', tries, reason })
  await update(scope.db.prisma, scope, due.id, { tries, reason })
  throw error
}

/** Stores the final status of a mail, records it with its contact, and reports it if it failed. */
const settle = async (
  scope: Scope,
  { record, reports }: Sending,
  { id, contactId, templateKey, category, otherwise }: DueMail,
  subject: string | null,
  data: Prisma.MailMessageUpdateManyMutationInput & { status: 'sent' | 'failed' },
): Promise<void> => {
  const stored = { ...data, ...(data.status === 'sent' && { data: Prisma.DbNull, texts: Prisma.DbNull }) }
  const store = async (tx: Transaction): Promise<boolean> => {
    if (!(await update(tx, scope, id, stored))) return false
    const failed = { id, templateKey, contactId, reason: String(data.reason) }
    if (data.status === 'failed') await reports?.mailsFailed(scope, tx, [failed])
    return true
  }
  if (contactId === null || !record) {
    await scope.db.transaction(store)
    return
  }
  const fromName = otherwise?.fromName ?? scope.tenant.name
  await scope.db.transaction((tx) =>
    record(scope, tx, contactId, async () => {
      if (!(await store(tx))) return null
      const { contactId: current } = await tx.mailMessage.findFirstOrThrow({
        where: { tenantId: scope.db.tenantId, id },
        select: { contactId: true },
      })
      const mail = { id, subject: subject ?? nameOf(templateKey), fromName, category }
      return current === null ? null : { ...mail, contactId: current, hasFailed: data.status === 'failed' }
    }),
  )
}

/** Names a mail that failed before it had a subject. */
const nameOf = (templateKey: string): string => builtInTemplate(templateKey)?.name ?? 'Email'

/** Returns whether the mail was still waiting. */
const update = async (
  models: Models,
  { db }: Scope,
  id: number,
  data: Prisma.MailMessageUpdateManyMutationInput,
): Promise<boolean> => {
  const { count } = await models.mailMessage.updateMany({
    where: { tenantId: db.tenantId, id, status: 'queued' },
    data,
  })
  return count > 0
}
