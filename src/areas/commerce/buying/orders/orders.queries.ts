import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StorePurchase } from '#prisma/client'
import { orderEvents } from '../buying.events.ts'
import { orderDetails } from './orders.listing.ts'

export const orderKind: RecordKind<StorePurchase> = {
  entity: 'storeorder',
  noun: 'order',
  table: 'store_purchase',
  columns: {
    email: 'EmailAddress',
    phone: 'PhoneNumber',
    purchased_at: 'PurchaseDate',
    ship_to_company: 'ShipToCompanyName',
    ship_to_contact: 'ShipToContactName',
  },
  events: { created: orderEvents.created },
  find: (tx, { tenantId, id }) => tx.storePurchase.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns an order with its lines.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readOrder = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, orderDetails(scope), id, 'order')

/** Returns the id of the order that an invoice bills. */
export const findInvoicedOrder = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  invoiceId: number,
): Promise<number | undefined> =>
  (await tx.storePurchase.findFirst({ where: { tenantId, invoiceId }, select: { id: true } }))?.id
