import { refreshBalances } from '#areas/people/contacts/records/contact-rows.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { type BillTo, findBillTo, lockBillTo } from '../billing/billing.service.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { listRates, taxAddressOf } from '../documents/line-catalog.queries.ts'
import { type DocumentLine, makePlainLine } from '../documents/lines.service.ts'
import { amountsOf, totalOf } from '../documents/pricing.model.ts'
import { type IssuedInvoice, issueInvoice } from './invoice-posting.service.ts'
import { divideTotal, type SchedulePart, type ScheduleShare } from './schedule.model.ts'

/** Dues of a membership, or the price of a sponsorship. */
export interface Dues {
  contactId: number
  /** The fee item of the level or type: its account, class and taxes; null for membership income without tax. */
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
 * Invoices dues, to the contact that is billed for the member or sponsor. The caller has locked that member or sponsor, and
 * refreshes its row afterwards. A fee item that is no longer active is used as before, so that memberships renew.
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

/** The invoice that dues would get. */
export interface DuesPreview {
  /** The contact that is billed. */
  contactId: number
  /** In cents, as `total`. */
  tax: number
  total: number
  parts: SchedulePart[]
}

/** Returns the invoice that `invoiceDues` would issue. Locks and changes nothing. @throws 422 closed-period. */
export const previewDues = async (scope: Scope, tx: Transaction, dues: Dues): Promise<DuesPreview> => {
  const billTo = await findBillTo(scope, tx, dues.contactId)
  const { issuedOn, dueOn, shares = [] } = dues
  await requireOpenPeriod(scope, tx, issuedOn, null)
  const { tax, total } = totalOf([await makeLine(scope, tx, dues, billTo)], 0)
  const divided = shares.length > 0 && total > 0 ? divideTotal(total, shares, issuedOn) : []
  const parts = divided.length > 0 ? divided : [{ dueOn, cents: total }]
  return { contactId: billTo.contactId, tax, total, parts }
}

const makeLine = async (
  scope: Scope,
  tx: Transaction,
  { feeItemId, description, cents }: Dues,
  { isTaxExempt, address }: BillTo,
): Promise<DocumentLine> => {
  const where = { tenantId: scope.db.tenantId, id: feeItemId ?? 0 }
  const item = feeItemId === null ? null : await tx.feeItem.findFirst({ where })
  if (!item) return makePlainLine({ description, cents, account: 'membership-income' })
  const { accountId, classId, taxSetId } = item
  const sets = taxSetId === null ? [] : [taxSetId]
  const rates = (await listRates(scope, tx, sets, taxAddressOf(address))).get(taxSetId ?? 0) ?? []
  const amounts = amountsOf(cents, 0, { rates, pricesIncludeTax: scope.tenant.pricesIncludeTax, isTaxExempt })
  return {
    ...makePlainLine({ description, cents, account: accountId }),
    feeItemId: item.id,
    classId,
    taxSetId: rates.length > 0 ? taxSetId : null,
    ...amounts,
  }
}
