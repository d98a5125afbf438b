import { type CsvDownload, downloadList } from '#kernel/listing/list-csv'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { orderList } from './orders.listing.ts'

const COLUMNS = [
  ...[
    'OrderNumber',
    'PurchaseDate',
    'ContactId',
    'ContactName',
    'EmailAddress',
    'PhoneNumber',
    'Status',
    'PaymentStatus',
  ],
  ...['CurrencyCode', 'ItemTotal', 'DiscountTotal', 'ShippingAmount', 'TaxTotal', 'Total', 'AmountPaid', 'Balance'],
  ...['CostTotal', 'InvoiceNumber', 'ShippingOption', 'ShipToCompanyName', 'ShipToContactName', 'Address1', 'Address2'],
  ...['City', 'StateProvince', 'PostalCode', 'Country', 'ShippedDate', 'TrackingNumber'],
]

/** Returns the orders as CSV, one line for each. @throws 400, 422 too-many-rows. */
export const downloadOrders = (scope: Scope, input: ListInput): Promise<CsvDownload> => {
  const today = dayIn(scope.tenant.timeZone, scope.clock.now())
  return downloadList(scope, orderList(scope), input, { name: `Orders ${today}`, columns: COLUMNS })
}
