import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { openSourceActions } from '../applications/open-sources.listing.ts'
import {
  documentActions,
  documentColumns,
  documentJoins,
  documentListing,
  money,
  optionalId,
} from '../documents/documents.listing.ts'

const listing = documentListing({
  kind: 'payment',
  table: 'payment',
  idName: 'PaymentId',
  statuses: ['Open', 'Closed', 'Void'],
  fields: {
    ReceivedDate: valueField('date', Prisma.sql`d.received_on`),
    Amount: money('amount'),
    OpenAmount: money('open_amount'),
    PaymentTypeId: valueField('integer', Prisma.sql`d.payment_type_id`),
    PaymentSubtypeId: optionalId('payment_subtype_id'),
    PaymentGatewayId: optionalId('payment_gateway_id'),
    DepositAccountId: valueField('integer', Prisma.sql`d.deposit_account_id`),
    Reference: optionalField('text', Prisma.sql`d.reference`),
  },
})

/** A row of the payment list, over the rows `d` and `c`. */
export const paymentColumns = (scope: Scope): Sql => Prisma.sql`${documentColumns('payment', 'PaymentId')},
  d.received_on AS "ReceivedDate", d.amount AS "Amount", d.open_amount AS "OpenAmount",
  d.payment_type_id AS "PaymentTypeId", d.payment_subtype_id AS "PaymentSubtypeId",
  d.payment_gateway_id AS "PaymentGatewayId", d.deposit_account_id AS "DepositAccountId", d.reference AS "Reference",
  ${documentActions(scope, openSourceActions('payment'))} AS "Actions"`

export const paymentList = (scope: Scope): List => ({ listing, columns: paymentColumns(scope), joins: documentJoins })
