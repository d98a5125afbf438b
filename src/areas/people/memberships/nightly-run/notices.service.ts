import { isUntouched, lockBilledInvoices, voidUntouched } from '#areas/finance/books/invoices/billed-invoices.service'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day, daysBetween } from '#kernel/time/calendar'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'
import { refreshMemberships } from '../membership-row.service.ts'
import { deriveStatusOn } from '../statuses/statuses.model.ts'
import type { Notice } from './nightly-run.model.ts'
import type { NightlyMembership } from './nightly-run.queries.ts'
import {
  addNoticesSql,
  cutTermsSql,
  dropSql,
  type NoticeRow,
  voidPartsSql,
  type WaitingPart,
  waitingPartsSql,
} from './nightly-run.sql.ts'

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

/** The statuses with which a membership can be dropped. */
const DROPPABLE: ReadonlySet<string> = new Set(['Grace', 'Lapsed', 'Suspended'])

/**
 * Drops memberships whose waiting parts are voided or whose terms are cut short, in a few statements for any number of them. The
 * effects on each are those of a drop by staff, except the history and event, which the caller records. The caller has locked
 * contacts and memberships.
 *
 * @returns the ids of the memberships that it dropped. The others have an invoice to which something is applied, or a rule rejects
 *   their drop: they are unchanged.
 * @throws 422 closed-period.
 */
export const dropTogether = async (
  scope: Scope,
  tx: SqlRunner,
  memberships: readonly NightlyMembership[],
  { today, reason }: { today: Day; reason: string },
): Promise<ReadonlySet<number>> => {
  const wanted = memberships.filter((one) => DROPPABLE.has(deriveStatusOn(one, today))).map(({ id }) => id)
  if (wanted.length === 0) return new Set()
  const { tenantId } = scope.db
  const parts = await tx.rows<WaitingPart>(waitingPartsSql(tenantId, wanted))
  const invoices = await lockBilledInvoices(scope, tx, [...new Set(parts.flatMap(({ invoiceId }) => invoiceId ?? []))])
  const simple = new Set(invoices.filter((one) => one.isVoid || isUntouched(one)).map(({ id }) => id))
  const others = new Set(parts.filter((part) => !isSimple(part, simple)).map(({ membershipId }) => membershipId))
  const ids = wanted.filter((id) => !others.has(id))
  const ended = parts.filter(({ membershipId }) => !others.has(membershipId))
  const voided = new Set(ended.map(({ invoiceId }) => invoiceId))
  await tx.rows(voidPartsSql(scope, ended))
  await voidUntouched(
    scope,
    tx,
    invoices.filter((one) => !one.isVoid && voided.has(one.id)),
    today,
  )
  await tx.rows(cutTermsSql(tenantId, ids, { today, lastDay: addDays(today, -1) }))
  await tx.rows(dropSql(tenantId, ids, today, reason))
  await refreshMemberships(scope, tx, ids)
  return new Set(ids)
}

// A drop by staff voids one term and one change of the level: more do not occur.
const isSimple = ({ invoiceId, isOnly }: WaitingPart, simple: ReadonlySet<number>): boolean =>
  isOnly && (invoiceId === null || simple.has(invoiceId))
