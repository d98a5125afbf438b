import { PaymentListRow } from '#contract/finance/payments'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { CsvFile } from '#services/csv/list-csv'
import { openSourceActions } from '../applications/open-sources.listing.ts'
import {
  documentColumns,
  documentList,
  documentListing,
  moneyField,
  optionalIdField,
} from '../documents/documents.listing.ts'
import { paymentNames } from '../names.queries.ts'

const listing = documentListing({
  kind: 'payment',
  idName: 'PaymentId',
  row: PaymentListRow,
  statuses: ['Open', 'Closed', 'Void'],
  fields: {
    ReceivedDate: valueField('date', Prisma.sql`doc.received_on`),
    Amount: moneyField('amount'),
    OpenAmount: moneyField('open_amount'),
    PaymentTypeId: valueField('integer', Prisma.sql`doc.payment_type_id`),
    PaymentSubtypeId: optionalIdField('payment_subtype_id'),
    PaymentGatewayId: optionalIdField('payment_gateway_id'),
    DepositAccountId: valueField('integer', Prisma.sql`doc.deposit_account_id`),
    EPaymentTransactionId: optionalField('bigint', Prisma.sql`doc.charge_id`),
    Reference: optionalField('text', Prisma.sql`doc.reference`),
  },
})

/** Returns the columns of a row of the payment list, over the rows `doc` and `c`. */
export const paymentColumns = (scope: Scope): Sql => documentColumns(scope, listing, openSourceActions('payment'))

export const paymentList = (scope: Scope): List => documentList(scope, 'payment', listing, paymentColumns(scope))

export const PAYMENT_FILE: CsvFile = {
  name: 'Payments',
  names: paymentNames,
  columns: [
    ...[
      'PaymentId',
      'DisplayNumber',
      'ContactId',
      'ContactName',
      'ReceivedDate',
      'Status',
      'Amount',
      'OpenAmount',
      'PaymentTypeId',
    ],
    ...['PaymentSubtypeId', 'PaymentGatewayId', 'DepositAccountId', 'EPaymentTransactionId', 'Reference'],
  ],
}
