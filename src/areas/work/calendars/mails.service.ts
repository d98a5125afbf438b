import { findMemberAddress } from '#areas/people/member-logins/member-logins.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CalendarItem, CalendarSubmission } from '#prisma/client'
import { queueMail } from '#services/mail/queue-mail'
import { calendarKind } from './calendars.queries.ts'

/** The keys of the templates of the mails that calendars send by themselves. */
export const APPROVED = 'proposal-approved'
export const DECLINED = 'proposal-declined'

/**
 * Queues the mail about a decided proposal to the person that proposed it. Sends none if the tenant has switched it off, or
 * if the contact of the person is deleted.
 *
 * @param item the approved item, or the proposal if it was declined.
 */
export const queueDecisionMail = async (
  scope: Scope,
  tx: Transaction,
  submission: CalendarSubmission,
  item: Pick<CalendarItem, 'title' | 'localStart'>,
): Promise<void> => {
  const to = await findRecipient(scope, tx, submission)
  const calendar = await calendarKind.find(tx, { tenantId: scope.db.tenantId, id: submission.calendarId }, scope)
  if (!to || !calendar) return
  const templateKey = submission.state === 'approved' ? APPROVED : DECLINED
  const proposal = {
    title: item.title,
    calendar: calendar.name,
    starts_on: item.localStart.toISOString().slice(0, 10),
    ...(submission.reason !== null && { reason: submission.reason }),
  }
  await queueMail(scope, tx, [{ key: `${templateKey}:${submission.id}`, templateKey, to, data: { proposal } }])
}

const findRecipient = async (
  scope: Scope,
  tx: Transaction,
  { contactId, submitterName, submitterEmail }: CalendarSubmission,
) => {
  if (contactId === null) return { address: submitterEmail, name: submitterName, contactId }
  const member = await findMemberAddress(scope, tx, contactId)
  // A login that was deleted since leaves the address from which the proposal came.
  return member && { address: member.email ?? submitterEmail, name: member.name, contactId }
}
