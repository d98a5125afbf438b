import type { Problem } from '#kernel/errors/problem'
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

/** Records of an area that forbid a change of an invoice. Both parts must agree. */
export interface InvoiceClaim {
  /** Whether such a record exists, by expressions for the tenant and the invoice: the Actions of the invoice. */
  existsSql: (tenantId: Sql, invoiceId: Sql) => Sql
  /**
   * Returns the rejection of the change, which says what to do instead and names the record; undefined without such a record. It
   * runs in the transaction of the change, for the whole tenant.
   */
  findRejection: (scope: Scope, tx: Transaction, invoiceId: number) => Promise<Problem | undefined>
}

/** An area whose records need invoices. It voids an invoice itself, together with the record. */
export interface InvoiceOwner {
  rejectsVoid: InvoiceClaim
  /** Records that wait for the payment of the invoice; absent if no record of the area does. */
  rejectsWriteOff?: InvoiceClaim
}

export const invoiceOwners = register<InvoiceOwner>('owners of invoices')

/** Lists what forbids the void of invoices. */
export const voidClaims = (): InvoiceClaim[] => invoiceOwners.entries().map(({ rejectsVoid }) => rejectsVoid)

/** Lists what forbids to write off invoices. */
export const writeOffClaims = (): InvoiceClaim[] =>
  invoiceOwners.entries().flatMap(({ rejectsWriteOff }) => rejectsWriteOff ?? [])
