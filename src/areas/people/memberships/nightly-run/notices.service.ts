import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day, daysBetween } from '#kernel/time/calendar'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'
import type { Notice } from './nightly-run.model.ts'
import type { NightlyMembership } from './nightly-run.queries.ts'
import { addNoticesSql, type NoticeRow } from './nightly-run.sql.ts'

/** A notice and its membership. */
export interface DueNotice {
  membership: NightlyMembership
  notice: Notice
}

/** Queues the mails of notices, each once per term and kind. Returns the notices that were not queued before. */
export const queueNotices = async (
  scope: Scope,
  tx: SqlRunner,
  due: readonly DueNotice[],
  today: Day,
): Promise<DueNotice[]> => {
  if (due.length === 0) return []
  const rows = due.map(({ membership, notice: { termId, kind } }) => ({ membershipId: membership.id, termId, kind }))
  const added = await tx.rows<NoticeRow>(addNoticesSql(scope, rows))
  const isNew = new Set(added.map(({ termId, kind }) => `${kind}:${termId}`))
  const queued = due.filter(({ notice: { kind, termId } }) => isNew.has(`${kind}:${termId}`))
  await queueMail(
    scope,
    tx,
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
