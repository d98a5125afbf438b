import { recordPayment } from '#areas/finance/books/payments/payment-posting.service'
import type { MembershipPaymentInput } from '#contract/people/memberships'
import { badInput, conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents, toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { addMonths, type Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import { listCovered, rulesOf } from '../locked-membership.model.ts'
import { type ChangeContext, changeMembership, requireOngoing } from '../membership-change.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import { requireRenewing } from '../overlaps.service.ts'
import { findLastCovered, MAX_MONTHS_AHEAD, planRenewalTerm } from './terms.model.ts'
import { getTermPlans } from './terms.queries.ts'
import { activatePaid, addTerm, findNextLevel, requireNoWaitingTerm, type TermRequest } from './terms.service.ts'

/**
 * Adds the next term and invoices it. Only one term at a time can wait for its payment.
 *
 * @param planId the payment plan of the term; null for none, undefined for that of the last term if it can be chosen today.
 * @throws 404, 409 already-member, not-approved, membership-ended, term-waiting or stale-audit-id, 412, 422 too-far-ahead.
 */
export const renewMembership = (
  scope: Scope,
  id: number,
  planId: number | null | undefined,
  expected: ExpectedVersion,
): Promise<VersionedRow> => changeMembership(scope, id, expected, (context) => renewLocked(context, planId))

/** Renews the membership of a change. @throws 409 already-member, not-approved, membership-ended, term-waiting, 422 too-far-ahead. */
export const renewLocked = async (context: ChangeContext, planId?: number | null): Promise<void> =>
  addTerm(context, await planRenewal(context, planId))

/** Returns the term of a renewal. @throws 409 already-member, not-approved, membership-ended, term-waiting, 422 too-far-ahead. */
export const planRenewal = async (context: ChangeContext, planId?: number | null): Promise<TermRequest> => {
  const { membership, today } = context
  requireOngoing(context)
  requireNoWaitingTerm(context)
  await requireRenewing(context)
  const covered = listCovered(membership)
  if (covered.length > 0 && findLastCovered(covered) > addMonths(today, MAX_MONTHS_AHEAD)) {
    throw ruleRefused('too-far-ahead', 'The membership is already paid for more than ten years ahead.')
  }
  const level = await findNextLevel(context)
  const offer = planRenewalTerm(rulesOf(membership.type, level), covered, today)
  const levelId = level?.id ?? null
  return { kind: 'renewal', offer, levelId, planId: await choosePlan(context, levelId, planId) }
}

const choosePlan = async (
  context: ChangeContext,
  levelId: number | null,
  planId: number | null | undefined,
): Promise<number | null> => {
  const { scope, tx, membership, today } = context
  if (planId === null) return null
  if (planId !== undefined) {
    await getTermPlans().requireOffered(scope, tx, { planId, levelId, today })
    return planId
  }
  const last = membership.terms.filter(({ kind }) => kind !== 'extension').at(-1)?.paymentPlanId ?? null
  const isKept = last !== null && (await getTermPlans().isOffered(scope, tx, { planId: last, levelId, today }))
  return isKept ? last : null
}

/**
 * Records a payment of an invoice of the membership; without InvoiceId, of the oldest open one. The invoiced term or
 * level change takes effect with the payment that settles the invoice.
 *
 * @throws 400 ReceivedDate, 404, 409 nothing-to-pay, invoice-paid or invoice-void, 422 overpaid.
 */
export const payMembership = (
  scope: Scope,
  id: number,
  input: MembershipPaymentInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, today } = context
    const invoice = await findInvoice(scope, tx, id, input.InvoiceId ?? null)
    const receivedOn = parseReceived(input.ReceivedDate, dayOf(invoice.issuedOn), today)
    const paid = await recordPayment(scope, tx, {
      invoiceId: invoice.id,
      cents: input.Amount == null ? undefined : toCents(input.Amount),
      paymentTypeId: input.PaymentTypeId,
      receivedOn,
      reference: input.Reference?.trim() || null,
    })
    context.addEvent(membershipEvents.paid, {
      invoiceId: invoice.id,
      amount: fromCents(paid.cents),
      isSettled: paid.isSettled,
    })
    await activatePaid(context, { invoiceId: invoice.id, isSettled: paid.isSettled, paidOn: receivedOn })
  })

const findInvoice = async ({ db }: Scope, tx: Models, membershipId: number, invoiceId: number | null) => {
  const { tenantId } = db
  const own = { OR: [{ terms: { some: { membershipId } } }, { levelChanges: { some: { membershipId } } }] }
  if (invoiceId !== null) {
    const invoice = await tx.invoice.findFirst({ where: { tenantId, id: invoiceId, ...own } })
    if (!invoice) throw notFound('invoice')
    return invoice
  }
  const where = { tenantId, balance: { gt: 0 }, voidedAt: null, ...own }
  const open = await tx.invoice.findFirst({ where, orderBy: { id: 'asc' } })
  if (!open) throw conflict('nothing-to-pay', 'The membership has no open invoice.')
  return open
}

const parseReceived = (sent: string | null | undefined, issuedOn: Day, today: Day): Day => {
  const day = sent?.slice(0, 10) || today
  if (day > today) throw badInput('/ReceivedDate', 'must not be in the future')
  if (day < issuedOn) throw badInput('/ReceivedDate', 'must not be before the date of the invoice')
  return day
}
