import { recordPayment } from '#areas/finance/books/payments.service'
import type { MembershipPaymentInput } from '#contract/people/memberships'
import { badInput, conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addMonths, type Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import { coveredOf, hasEnded, rulesOf, waitingTerm } from '../locked-membership.model.ts'
import { type ChangeContext, changeMembership } from '../membership-change.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import type { MembershipText } from '../memberships.queries.ts'
import { lastCovered, renewalTerm } from './terms.model.ts'
import { activatePaid, agreeTerm, nextLevelOf } from './terms.service.ts'

/** Months from today up to which a membership may be renewed ahead. */
const MOST_MONTHS_AHEAD = 120

/**
 * Agrees the next term and invoices it. One at a time: while a term waits for its payment no other is agreed.
 *
 * @throws 404, 409 not-approved, membership-ended or term-waiting, 422 too-far-ahead.
 */
export const renewMembership = (scope: Scope, id: number, expected: ExpectedVersion): Promise<MembershipText> =>
  changeMembership(scope, id, expected, renew)

/** The same within a change that is under way. */
export const renew = async (context: ChangeContext): Promise<void> => {
  const { held, today } = context
  assertGoesOn(context)
  refuseWaiting(context)
  const covered = coveredOf(held)
  if (covered.length > 0 && lastCovered(covered) > addMonths(today, MOST_MONTHS_AHEAD)) {
    throw ruleRefused('too-far-ahead', 'The membership is paid for more than ten years ahead.')
  }
  const level = await nextLevelOf(context)
  const offer = renewalTerm(rulesOf(held.type, level), covered, today)
  await agreeTerm(context, { kind: 'renewal', offer, levelId: level?.id ?? null })
}

/** Refuses what only a membership that was approved and has not ended can do. */
export const assertGoesOn = ({ held }: ChangeContext): void => {
  if (hasEnded(held)) throw conflict('membership-ended', 'The membership has ended; reinstate it first.')
  if (!held.approvedAt) throw conflict('not-approved', 'The membership awaits approval.')
}

export const refuseWaiting = ({ held }: ChangeContext): void => {
  const waiting = waitingTerm(held)
  if (!waiting) return
  throw conflict('term-waiting', 'A term waits for its payment already.', { InvoiceId: waiting.invoiceId })
}

/**
 * Records a payment of an invoice of the membership: the oldest open one, unless it is named. What the invoice is for
 * takes effect with the payment that settles it, and only then.
 *
 * @throws 400 ReceivedDate, 404, 409 nothing-to-pay, invoice-paid or invoice-void, 422 overpaid.
 */
export const payMembership = (
  scope: Scope,
  id: number,
  input: MembershipPaymentInput,
  expected: ExpectedVersion,
): Promise<MembershipText> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, today } = context
    const invoice = await invoiceToPay(scope, tx, id, input.InvoiceId ?? null)
    const receivedOn = readReceived(input.ReceivedDate, dayOf(invoice.issuedOn), today)
    const paid = await recordPayment(scope, tx, {
      invoiceId: invoice.id,
      cents: input.Amount == null ? undefined : toCents(input.Amount),
      paymentTypeId: input.PaymentTypeId,
      receivedOn,
      reference: input.Reference?.trim() || null,
    })
    const { amount } = paid.payment
    context.tell(membershipEvents.paid, { invoiceId: invoice.id, amount: amount.toFixed(2), isSettled: paid.isSettled })
    if (paid.isSettled) await activatePaid(context, invoice.id, receivedOn)
  })

const invoiceToPay = async ({ db }: Scope, tx: Transaction, membershipId: number, invoiceId: number | null) => {
  const { tenantId } = db
  const own = { OR: [{ terms: { some: { membershipId } } }, { levelChanges: { some: { membershipId } } }] }
  if (invoiceId !== null) {
    const named = await tx.invoice.findFirst({ where: { tenantId, id: invoiceId, ...own } })
    if (!named) throw notFound('invoice')
    return named
  }
  const where = { tenantId, balance: { gt: 0 }, voidedAt: null, ...own }
  const open = await tx.invoice.findFirst({ where, orderBy: { id: 'asc' } })
  if (!open) throw conflict('nothing-to-pay', 'No invoice of the membership is open.')
  return open
}

const readReceived = (sent: string | null | undefined, issuedOn: Day, today: Day): Day => {
  const day = sent?.slice(0, 10) || today
  if (day > today) throw badInput('/ReceivedDate', 'must not lie in the future')
  if (day < issuedOn) throw badInput('/ReceivedDate', 'must not lie before the invoice')
  return day
}
