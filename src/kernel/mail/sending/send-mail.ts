import { createHash } from 'node:crypto'
import type { Task } from '#kernel/jobs/task'
import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { oneLine } from '../address.ts'
import { builtInTemplate, isSecretMail } from '../built-in/built-in-templates.ts'
import { TemplateFault } from '../rendering/template-fault.ts'
import { writeInThread } from '../rendering/write-in-thread.ts'
import { mailOf, type WrittenMail } from '../rendering/write-mail.ts'
import { trackHtml } from '../tracking/track-html.ts'
import type { TrackingTokens } from '../tracking/tracking-tokens.ts'
import { MailRefused, type MailTransport, type OutgoingMail } from '../transport/mail-transport.ts'
import { type UnsubscribeTokens, unsubscribeUrl } from '../unsubscribe/unsubscribe-token.ts'
import { type DueMail, findDue, findOwnTemplate, findTemplate } from './due-mail.ts'
import { SEND_MAIL, type SendMail } from './send-job.ts'

export interface MailSending {
  transport: MailTransport
  tokens: UnsubscribeTokens
  /** Null if mail is not tracked. */
  tracking: TrackingTokens | null
  /** The origin of this server for recipients, without a slash at the end. */
  origin: string
  /** The sender address. */
  from: string
}

/** Failed attempts before a mail is given up: with the job library's pauses about three days. */
const MAX_ATTEMPTS = 20

/** The job that sends mail. */
export const mailTasks = (sending: MailSending): Record<string, Task> => ({
  [SEND_MAIL]: (context, payload) => sendMail(context, sending, payload as SendMail),
})

/**
 * Sends a waiting mail, in steps that can each be the last: it is rendered once and stored, then passed to the transport,
 * then marked as sent. If it is killed in between, it runs again and passes the same message with the same Message-ID, by
 * which a recipient can detect a duplicate.
 */
const sendMail = async (context: WorkContext, sending: MailSending, { tenantId, messageId }: SendMail) => {
  const scope = await systemScope(context, tenantId)
  const due = await findDue(scope, messageId)
  if (!due) return
  if (due.suppressed !== null) return settle(scope, due.id, { status: 'suppressed', reason: due.suppressed })
  const unsubscribe = due.category === null ? null : linkOf(sending, scope, { ...due, category: due.category })
  try {
    const mail = await written(scope, sending, due, unsubscribe)
    await sending.transport.send(mail)
    await markSent(scope, due.id)
  } catch (error) {
    await afterFailure(scope, due, error as Error)
  }
}

const linkOf = ({ origin, tokens }: MailSending, { db }: Scope, due: DueMail & { category: string }): string =>
  unsubscribeUrl(origin, tokens.make({ tenantId: db.tenantId, addressKey: due.addressKey, category: due.category }))

/** Returns the texts of an earlier attempt, or renders and stores them now. */
const written = async (
  scope: Scope,
  sending: MailSending,
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
    ...{ tenantId: tenant.id, id: due.id, messageId, date: due.createdAt, ...kept, unsubscribeUrl: unsubscribe },
    from: { name: due.otherwise?.fromName ?? tenant.name, address: from },
    replyTo: due.otherwise?.replyTo ?? null,
    to: { name: due.toName, address: due.toAddress },
  }
}

const keptText = ({ subject, html, text }: DueMail): WrittenMail | undefined =>
  subject === null || html === null || text === null ? undefined : { subject, html, text }

const write = async (
  scope: Scope,
  sending: MailSending,
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
    to: { name: due.toName, address: due.toAddress },
    unsubscribe_url: unsubscribe,
  }
  const parts = await writeInThread(scope, { template: texts, layoutHtml, variables })
  return mailOf(parts, trackOf(sending, scope, due))
}

/** The tracking of the mail's HTML, if the mail requests it and the installation allows it. */
const trackOf = ({ tracking: tokens, origin }: MailSending, { tenant }: Scope, { id, isTracked }: DueMail) =>
  tokens !== null && isTracked
    ? (html: string) => trackHtml(html, { tokens, origin }, { tenantId: tenant.id, messageId: id })
    : undefined

/** Derived from the mail's key, so that every attempt has the same one; the hash does not disclose the key. */
const messageIdOf = (tenantId: number, { id, key, createdAt }: DueMail, from: string): string => {
  const hash = createHash('sha256').update(`${tenantId}/${id}/${key}/${createdAt.toISOString()}`).digest('hex')
  return `<${hash.slice(0, 32)}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

/** Stores the reason of a permanent failure; throws any other error, so that the job is retried. */
const afterFailure = async (scope: Scope, due: DueMail, error: Error): Promise<void> => {
  const reason = oneLine(error.message, 500) || error.name
  if (error instanceof MailRefused || (error instanceof TemplateFault && !error.isSlowness))
    return settle(scope, due.id, { status: 'failed', reason })
  const tries = due.tries + 1
  const isLast = tries >= MAX_ATTEMPTS
  await settle(scope, due.id, { tries, reason, ...(isLast && { status: 'failed' }) })
  if (!isLast) throw error
}

const markSent = ({ db, clock }: Scope, id: number): Promise<object[]> =>
  db.rows(Prisma.sql`UPDATE mail_message SET status = 'sent', reason = NULL, data = NULL,
    sent_at = ${clock.now()}::timestamptz WHERE tenant_id = ${db.tenantId} AND id = ${id} AND status = 'queued'`)

const settle = async ({ db }: Scope, id: number, data: Prisma.MailMessageUpdateManyMutationInput): Promise<void> => {
  await db.prisma.mailMessage.updateMany({ where: { tenantId: db.tenantId, id, status: 'queued' }, data })
}
