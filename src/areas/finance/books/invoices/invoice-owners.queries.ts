import type { Problem } from '#kernel/errors/problem'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Sql } from '#prisma/internal/prismaNamespace'

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
