import { endGrant, grantBenefits } from '#areas/commerce/benefit-ledger/grants/grants.service'
import { lockBilledInvoice } from '#areas/finance/books/invoices/billed-invoices.service'
import { invoiceDues } from '#areas/finance/books/invoices/dues.service'
import { voidInvoice } from '#areas/finance/books/invoices/invoice-posting.service'
import { refreshBalances } from '#areas/people/contacts/records/contact-rows.service'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addDays, type Day, laterDay } from '#kernel/time/calendar'
import { dayOf, todayOf } from '#kernel/time/day'
import type { Sponsor, SponsorshipType } from '#prisma/client'
import { isOver, type SponsorTerm, statusOf } from './sponsors.model.ts'
import { countMaxSponsors } from './sponsors.queries.ts'

/** The days after the approval on which its invoice is due. */
const DUE_DAYS = 30

/**
 * Rejects a term on one of whose days the type would have more approved sponsors than its maximum. Days that are over do
 * not count. The caller has locked the type, so that no other approval can count at the same time.
 *
 * @throws 422 sponsors-full.
 */
export const requirePosition = async (
  scope: Scope,
  tx: Transaction,
  type: SponsorshipType,
  { startsOn, endsOn }: SponsorTerm,
  sponsorId: number,
): Promise<void> => {
  const today = todayOf(scope)
  if (type.maxQuantity === 0 || isOver(endsOn, today)) return
  const from = laterDay(startsOn, today)
  const others = await countMaxSponsors(scope, tx, { typeId: type.id, from, through: endsOn, exceptId: sponsorId })
  if (others < type.maxQuantity) return
  const detail = `The type "${type.name}" can have ${type.maxQuantity} approved sponsors at a time, and has ${others}.`
  throw ruleRefused('sponsors-full', detail, [{ pointer: '/SponsorshipTypeId', message: 'has no free position' }])
}

/**
 * Does what an approval causes: the invoice, and then the benefits, which are locked last. The caller has locked the
 * contact, the contact that is billed, the sponsor and the type.
 *
 * @returns the columns of the sponsor that the approval sets. @throws 422 closed-period, books-rule.
 */
export const performApproval = async (
  scope: Scope,
  tx: Transaction,
  sponsor: Sponsor,
  type: SponsorshipType,
  term: SponsorTerm,
): Promise<Pick<Sponsor, 'approvalCount' | 'benefitPackageId' | 'invoiceId'>> => {
  const approvalCount = sponsor.approvalCount + 1
  const { benefitPackageId } = type
  const invoiceId = await invoiceSponsor(scope, tx, sponsor, type, term)
  await setBenefits(scope, tx, { ...sponsor, approvalCount, benefitPackageId }, term)
  return { approvalCount, benefitPackageId, invoiceId }
}

const invoiceSponsor = async (
  scope: Scope,
  tx: Transaction,
  { contactId, price }: Sponsor,
  { name, feeItemId }: SponsorshipType,
  { startsOn, endsOn }: SponsorTerm,
): Promise<number | null> => {
  const cents = toCents(price)
  if (cents === 0) return null
  const issuedOn = todayOf(scope)
  const description = `${name}: ${endsOn === null ? `from ${startsOn}` : `${startsOn} to ${endsOn}`}`
  const dues = { contactId, feeItemId, description, cents, issuedOn, dueOn: addDays(issuedOn, DUE_DAYS) }
  const invoice = await invoiceDues(scope, tx, dues)
  await refreshBalances(scope, tx, [contactId])
  return invoice.id
}

/** Grants the benefits of the last approval once, or moves their days. */
export const setBenefits = async (
  scope: Scope,
  tx: Transaction,
  { id, contactId, benefitPackageId, approvalCount }: Sponsor,
  { startsOn, endsOn }: SponsorTerm,
): Promise<void> => {
  if (benefitPackageId === null) return
  await grantBenefits(scope, tx, {
    contactId,
    packageId: benefitPackageId,
    source: { kind: 'sponsor', id },
    variantId: approvalCount,
    from: startsOn,
    through: endsOn,
  })
}

/**
 * Takes back what an approval caused: voids the invoice, and reverses the benefits that are not used. Does nothing without
 * an approval. The caller has locked the contact and the sponsor.
 *
 * @throws 409 sponsor-ended, sponsor-paid, 422 closed-period.
 */
export const takeApprovalBack = async (scope: Scope, tx: Transaction, sponsor: Sponsor): Promise<void> => {
  const { id, contactId, invoiceId } = sponsor
  const invoice = invoiceId === null ? undefined : await lockBilledInvoice(scope, tx, invoiceId)
  if (invoice && !invoice.isVoid) {
    if (hasEnded(sponsor, todayOf(scope))) throw sponsorEnded(invoice)
    if (invoice.open !== invoice.total) throw sponsorPaid(invoice)
    await voidInvoice(scope, tx, invoice.id)
    await refreshBalances(scope, tx, [contactId])
  }
  await endGrant(scope, tx, { kind: 'sponsor', id }, true)
}

/** The last day decides as well, because the daily work ends sponsors later. */
const hasEnded = ({ statusId, endsOn }: Sponsor, today: Day): boolean =>
  statusOf(statusId) === 'Ended' || isOver(endsOn && dayOf(endsOn), today)

const sponsorEnded = ({ id, number }: { id: number; number: number }) =>
  conflict(
    'sponsor-ended',
    `The sponsorship has ended, and the books need its invoice INV-${number}. To take the approval back, set ` +
      `EndDate to today or later, and decline the sponsor.`,
    { InvoiceId: id },
  )

const sponsorPaid = ({ id, number }: { id: number; number: number }) =>
  conflict(
    'sponsor-paid',
    `Payments or credits are applied to the invoice INV-${number} of the sponsor. Void or refund them first, or set ` +
      `EndDate to end the sponsorship early.`,
    { InvoiceId: id },
  )
