import type { SqlRunner } from '#kernel/database/sql-runner'
import { type MailRequest, queueMail } from '#kernel/mail/queue-mail'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day, daysBetween } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Notice } from './nightly-plan.model.ts'
import type { NightMembership } from './nightly-run.queries.ts'

/** A notice with the membership that it tells of. */
export interface DueNotice {
  membership: NightMembership
  notice: Notice
}

/**
 * Queues notices, each once for its term and kind however often it is asked for; answers those that are new.
 *
 * @param mailer the same transaction as queueMail wants it.
 */
export const queueNotices = async (
  tx: SqlRunner,
  scope: Scope,
  due: readonly DueNotice[],
  today: Day,
  mailer: Parameters<typeof queueMail>[0] = tx,
): Promise<DueNotice[]> => {
  if (due.length === 0) return []
  const rows = due.map(({ membership, notice: { termId, kind } }) => ({ membershipId: membership.id, termId, kind }))
  const made = await tx.rows<(typeof rows)[number]>(Prisma.sql`
    INSERT INTO membership_notice (tenant_id, membership_id, term_id, kind, queued_at)
    SELECT ${scope.db.tenantId}::int, "membershipId", "termId", kind, ${scope.clock.now()}::timestamptz
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x("membershipId" int, "termId" int, kind text)
    ORDER BY 2, 3, 4 ON CONFLICT DO NOTHING
    RETURNING membership_id AS "membershipId", term_id AS "termId", kind`)
  const isNew = new Set(made.map(({ termId, kind }) => `${kind}:${termId}`))
  const queued = due.filter(({ notice: { kind, termId } }) => isNew.has(`${kind}:${termId}`))
  await queueMail(
    mailer,
    scope,
    queued.map((one) => mailOf(one, today)),
  )
  return queued
}

const mailOf = ({ membership: m, notice: { kind, termId, endsOn } }: DueNotice, today: Day): MailRequest => ({
  key: `membership-${kind}:${m.id}:${termId}`,
  templateKey: `membership-${kind}`,
  to: { address: m.emailAddress ?? '', name: m.contactName, contactId: m.contactId },
  data: {
    contact: { name: m.contactName, ...(m.firstName && { first_name: m.firstName }) },
    membership: {
      id: m.id,
      type: m.typeName,
      ...(m.levelName && { level: m.levelName }),
      ends_on: endsOn,
      ...(m.graceDays > 0 && { grace_ends_on: addDays(endsOn, m.graceDays) }),
    },
    ...(kind === 'expiring' && { days_left: daysBetween(today, endsOn) }),
  },
})
