import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A change of an invoice that the books made. */
export interface InvoiceEffect {
  invoiceId: number
  /** What a payment or credit takes off it; 0 for other changes. */
  paidCents: number
  /** Whether that left nothing open. */
  isSettled: boolean
  on: Day
}

/**
 * What an area does when the books change invoices. Both parts run in the transaction of the change, for the whole tenant, after
 * the contact that is billed and the invoices are locked. The followers run one after the other, in the order of their areas: the
 * locks that they take keep this order.
 */
export interface InvoiceFollower {
  /**
   * Whether a record of the area depends on one of the invoices. The conditions of all followers are one statement.
   *
   * @param ofInvoices what a column with the id of an invoice is compared with: `invoice_id = ${ofInvoices}`.
   */
  dependsSql: (tenantId: Sql, ofInvoices: Sql) => Sql
  /**
   * Updates the records of the area. It is called only if the condition applies, with all changes of invoices.
   *
   * @returns the contacts whose rows it has brought up to date, with their balances.
   */
  follow: (scope: Scope, tx: Transaction, effects: readonly InvoiceEffect[]) => Promise<readonly number[]>
}

export const invoiceFollowers = register<InvoiceFollower>('followers of invoices')
