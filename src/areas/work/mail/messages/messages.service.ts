import { conflict, notFound } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { sendJob } from '#kernel/mail/sending/send-job'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { MailMessage } from '#prisma/client'

/** Puts a mail that failed into the queue again; of several who ask for it at once one gets it. */
export const resendMessage = (scope: Scope, id: number): Promise<MailMessage> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { count } = await tx.mailMessage.updateMany({
      where: { tenantId, id, status: 'failed' },
      data: { status: 'queued', reason: null, tries: 0 },
    })
    const message = await tx.mailMessage.findFirst({ where: { tenantId, id } })
    if (!message) throw notFound('mail')
    if (count === 0)
      throw conflict('mail-not-failed', `This mail is ${message.status}: only one that failed is sent again.`)
    await enqueueJobs(tx, [sendJob({ tenantId, messageId: id })])
    const change = {
      entity: 'mail-message',
      entityId: id,
      auditId: 1,
      action: 'updated',
      changes: { status: 'queued' },
    } as const
    await recordChange(scope, tx, change)
    return message
  })
