import { refreshBalances } from '#areas/people/contacts/records/contact-rows.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { type BillTo, lockBillTo } from '../billing/bill-to.service.ts'
import { listRates, taxAddressOf } from '../documents/line-catalog.queries.ts'
import { type DocumentLine, plainLine } from '../documents/lines.service.ts'
import { amountsOf } from '../documents/pricing.model.ts'
import { type IssuedInvoice, issueInvoice } from './invoice-posting.service.ts'
import type { ScheduleShare } from './schedule.model.ts'

/** Dues of a membership. */
export interface Dues {
  contactId: number
  /** The fee item of the level: its account, class and taxes; null for membership income without tax. */
  feeItemId: number | null
  description: string
  /** The price: net, or with taxes if the prices of the tenant include them. */
  cents: number
  issuedOn: Day
  dueOn: Day
  /** The shares of a payment plan, which divide it into parts. */
  shares?: readonly ScheduleShare[]
}

/**
 * Invoices dues, to the contact that is billed for the member. The caller has locked the member, and refreshes its row
 * afterwards. A fee item that is no longer active is used as before, so that memberships renew.
 *
 * @throws 422 closed-period, books-rule.
 */
export const invoiceDues = async (scope: Scope, tx: Transaction, dues: Dues): Promise<IssuedInvoice> => {
  const billTo = await lockBillTo(scope, tx, dues.contactId)
  const { contactId, forContactId, address: billingAddress } = billTo
  const lines = [await makeLine(scope, tx, dues, billTo)]
  const { issuedOn, dueOn, shares } = dues
  const dates = { issuedOn, dueOn, shares }
  const invoice = await issueInvoice(scope, tx, { contactId, forContactId, lines, ...dates, billingAddress })
  if (forContactId !== null) await refreshBalances(scope, tx, [contactId])
  return invoice
}

const makeLine = async (
  scope: Scope,
  tx: Transaction,
  { feeItemId, description, cents }: Dues,
  { isTaxExempt, address }: BillTo,
): Promise<DocumentLine> => {
  const where = { tenantId: scope.db.tenantId, id: feeItemId ?? 0 }
  const item = feeItemId === null ? null : await tx.feeItem.findFirst({ where })
  if (!item) return plainLine({ description, cents, account: 'membership-income' })
  const { accountId, classId, taxSetId } = item
  const sets = taxSetId === null ? [] : [taxSetId]
  const rates = (await listRates(scope, tx, sets, taxAddressOf(address))).get(taxSetId ?? 0) ?? []
  const amounts = amountsOf(cents, 0, { rates, pricesIncludeTax: scope.tenant.pricesIncludeTax, isTaxExempt })
  return {
    ...plainLine({ description, cents, account: accountId }),
    ...{ feeItemId: item.id, classId, taxSetId: rates.length > 0 ? taxSetId : null },
    ...amounts,
  }
}
