import { conflict } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { type MailMessage, Prisma } from '#prisma/client'
import { sendJob } from '#services/mail/sending/send-job'
import { getMessage, messageKind } from './messages.queries.ts'

/** Queues a failed mail again. Of several concurrent requests one succeeds. @throws 404, 409 mail-not-failed. */
export const resendMessage = (scope: Scope, id: number): Promise<MailMessage> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { count } = await tx.mailMessage.updateMany({
      where: { tenantId, id, status: 'failed', data: { not: Prisma.DbNull } },
      data: { status: 'queued', reason: null, tries: 0 },
    })
    const message = await getMessage(scope, id, tx)
    if (count === 0 && message.status === 'failed')
      throw conflict(
        'mail-not-failed',
        'The archive of the tenant did not contain the link of the mail. Request a new one.',
      )
    if (count === 0)
      throw conflict('mail-not-failed', `The mail is ${message.status}. Only a failed mail can be sent again.`)
    await enqueueJobs(tx, [sendJob({ tenantId, messageId: id })])
    const change = changeOf(messageKind, { id, auditId: 1 }, 'updated', { changes: { status: 'queued' } })
    await recordChange(scope, tx, change)
    return message
  })
