import type { FailureReports } from '#kernel/jobs/failure-reports'
import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import type { ReportMails } from './send-job.ts'

/** Reports mails that failed when they were queued. One that staff has sent again since is not reported. */
export const reportMails = async (
  context: WorkContext,
  reports: FailureReports | undefined,
  { tenantId, messageIds }: ReportMails,
): Promise<void> => {
  if (!reports) return
  const scope = await systemScope(context, tenantId)
  await scope.db.transaction(async (tx) => {
    const failed = await tx.mailMessage.findMany({
      where: { tenantId, id: { in: [...messageIds] }, status: 'failed' },
      select: { id: true, templateKey: true, contactId: true, reason: true },
      orderBy: { id: 'asc' },
    })
    const mails = failed.map(({ id, reason, ...mail }) => ({ ...mail, id: Number(id), reason: reason ?? '' }))
    await reports.mailsFailed(scope, tx, mails, { isRepeatable: true })
  })
}
