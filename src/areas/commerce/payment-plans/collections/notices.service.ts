import { findMemberAddress } from '#areas/people/memberships/mails/mails.queries'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addDays, type Day } from '#kernel/time/calendar'
import { queueMail } from '#services/mail/queue-mail'
import { type Collection, type ComingPart, comingPartsSql } from './collections.sql.ts'

/** A part is announced this many days before it is due. */
const NOTICE_DAYS = 3

/** Announces the parts that are due soon, each once. */
export const announceParts = async (scope: Scope, today: Day): Promise<void> => {
  const { db, tenant } = scope
  const parts = await db.rows<ComingPart>(comingPartsSql(db.tenantId, today, addDays(today, NOTICE_DAYS)))
  const mails = parts.map((part) => ({
    key: `payment-part-due:${part.partId}`,
    templateKey: 'payment-part-due',
    to: { address: part.emailAddress, name: part.contactName, contactId: part.contactId },
    data: {
      contact: { name: part.contactName, ...(part.firstName && { first_name: part.firstName }) },
      membership: { type: part.membershipType },
      payment: {
        amount: part.amount,
        currency: tenant.currencyCode,
        due_on: part.dueOn,
        ...(part.isCollected && { is_collected: true }),
      },
    },
  }))
  if (mails.length > 0) await db.transaction((tx) => queueMail(scope, tx, mails))
}

export interface Failure {
  reason: string
  nextOn: Day | null
}

/** Queues the mail about an attempt that failed. Sends none if the contact has no address. */
export const reportFailure = async (
  scope: Scope,
  tx: Transaction,
  { id, contactId, cents, dueOn, membershipType }: Collection,
  { reason, nextOn }: Failure,
): Promise<void> => {
  const payer = await findMemberAddress(scope, tx, contactId)
  if (!payer) return
  const { name, firstName, emailAddress } = payer
  const payment = {
    amount: fromCents(cents),
    currency: scope.tenant.currencyCode,
    due_on: dueOn,
    reason,
    ...(nextOn && { next_on: nextOn }),
  }
  const data = {
    contact: { name, ...(firstName && { first_name: firstName }) },
    membership: { type: membershipType },
    payment,
  }
  const to = { address: emailAddress, name, contactId }
  await queueMail(scope, tx, [{ key: `payment-part-failed:${id}`, templateKey: 'payment-part-failed', to, data }])
}
