import type { JobSpec } from '#kernel/jobs/enqueue'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export const SEND_MAIL = 'mail.send'

export interface SendMail {
  tenantId: number
  messageId: number
}

/** The job that reports mails that failed before their first attempt. */
export const REPORT_MAILS = 'mail.report'

export interface ReportMails {
  tenantId: number
  messageIds: readonly number[]
}

/** After more urgent jobs: the notices of a nightly run must not delay events. */
const PRIORITY = 10
/** Failed attempts are counted on the mail itself (MAX_ATTEMPTS); a job also runs again when a worker is killed. */
const ATTEMPTS = 100

export const sendJob = ({ tenantId, messageId }: SendMail): JobSpec => ({
  name: SEND_MAIL,
  payload: { tenantId, messageId },
  key: `mail:${messageId}`,
  attempts: ATTEMPTS,
})

/**
 * Selects the end of a statement that adds a job for each queued mail of a part of its WITH, and one for those that
 * failed already. The cast is for Prisma, which cannot read a column of type void.
 *
 * @param made the part: has tenant_id, id and status.
 */
export const jobsOfSql = (made: Sql): Sql => Prisma.sql`SELECT enqueue_jobs(tenant_id, json_agg(spec))::text
  FROM (
    SELECT tenant_id, json_build_object('name', ${SEND_MAIL}::text,
      'payload', json_build_object('tenantId', tenant_id, 'messageId', id),
      'key', 'mail:' || id,
      'priority', ${PRIORITY}::int, 'attempts', ${ATTEMPTS}::int) AS spec
    FROM ${made} WHERE status = 'queued'
    UNION ALL
    SELECT tenant_id, json_build_object('name', ${REPORT_MAILS}::text,
      'payload', json_build_object('tenantId', tenant_id, 'messageIds', json_agg(id)),
      'key', 'mail-report:' || min(id),
      'priority', ${PRIORITY}::int)
    FROM ${made} WHERE status = 'failed' GROUP BY tenant_id
  ) jobs GROUP BY tenant_id`
