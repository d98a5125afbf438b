import { lockApplications } from '#areas/finance/books/applications/open-sources.service'
import { lockNewHolder } from '#areas/finance/books/documents/locked-documents.service'
import type { ApplicationSaveInput } from '#contract/finance/invoices'
import type { ChargeContactInput } from '#contract/finance/payment-processor'
import { conflict } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import { lockRecord } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { postCharge, takeUnassignedBack } from '../postings/charge-postings.service.ts'
import { recordCharge } from './charge-states.service.ts'
import { chargeKind, type GatewayCharge, WITH_GATEWAY } from './charges.queries.ts'

/** What a charge is to pay. */
export interface WantedInvoices {
  contactId: number | null
  cents: number
  applications: readonly ApplicationSaveInput[]
}

/**
 * Checks the invoices that the charge is to pay, as a payment does. Other payments can cover them until it is captured, so
 * that they are checked again then.
 */
export const parseWanted = async (
  scope: Scope,
  tx: Transaction,
  { contactId, cents, applications }: WantedInvoices,
): Promise<{ invoiceId: number; cents: number | null }[]> => {
  if (applications.length === 0) return []
  const holder = await lockNewHolder(scope, tx, contactId)
  await lockApplications(scope, tx, applications, { contactId: holder, available: cents })
  return applications.map(({ InvoiceId, Amount }) => ({
    invoiceId: InvoiceId,
    cents: Amount == null ? null : toCents(Amount),
  }))
}

/**
 * Assigns a charge without a contact to the contact that paid, and moves what is posted of it from the unassigned payments to
 * a payment of the contact.
 *
 * @throws 404; 409 charge-assigned, charge-state, invoice-void, invoice-paid; 422 unknown-reference, overpaid, not-available,
 * named-twice.
 */
export const assignCharge = (scope: Scope, id: number, input: ChargeContactInput): Promise<GatewayCharge> =>
  scope.db.transaction(async (tx) => {
    const where = { tenantId: scope.db.tenantId, id }
    const contactId = await lockNewHolder(scope, tx, input.ContactId)
    const charge = await lockRecord(scope, tx, chargeKind, id)
    if (charge.contactId === contactId) return charge
    if (charge.contactId !== null) {
      throw conflict('charge-assigned', 'The charge is that of another contact.', { ContactId: charge.contactId })
    }
    const { status } = charge
    if (status === 'failed' || status === 'canceled')
      throw conflict('charge-state', `A charge with the status ${status} cannot be assigned.`, { Status: status })
    const cents = toCents(status === 'succeeded' ? charge.amountCaptured : charge.amount)
    const applications = await parseWanted(scope, tx, { contactId, cents, applications: input.Applications ?? [] })
    await takeUnassignedBack(scope, tx, id)
    await tx.processorCharge.updateMany({ where, data: { contactId, applications, ...NEXT_VERSION } })
    await postCharge(scope, tx, id)
    const saved = await tx.processorCharge.findFirstOrThrow({ where, include: WITH_GATEWAY })
    await recordCharge(scope, tx, saved, 'updated')
    return saved
  })

/**
 * Makes the payment of an authorized charge pay an invoice, as part of a larger change: an order is placed after its payment
 * is authorized. The caller has locked the contact.
 *
 * @param payerId the contact that pays, if the charge was authorized before it was known.
 * @throws 409 charge-state if the charge is no longer authorized.
 */
export const applyChargeTo = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  invoiceId: number,
  payerId?: number,
): Promise<void> => {
  const { status } = await lockRecord(scope, tx, chargeKind, id)
  if (status !== 'authorized')
    throw conflict('charge-state', `A charge with the status ${status} cannot pay an order.`, { Status: status })
  const where = { tenantId: scope.db.tenantId, id }
  const applications = [{ invoiceId, cents: null }]
  await tx.processorCharge.updateMany({
    where,
    data: { applications, ...(payerId && { contactId: payerId }), ...NEXT_VERSION },
  })
  const saved = await tx.processorCharge.findFirstOrThrow({ where, include: WITH_GATEWAY })
  await recordCharge(scope, tx, saved, 'updated')
}
