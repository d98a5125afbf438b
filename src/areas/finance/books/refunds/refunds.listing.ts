import { RefundListRow } from '#contract/finance/refunds'
import { valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import {
  documentColumns,
  documentList,
  documentListing,
  IS_LIVE,
  moneyField,
  optionalIdField,
  printedNumberSql,
} from '../documents/documents.listing.ts'

const numberOf = (
  table: 'payment' | 'credit',
): Sql => Prisma.sql`(SELECT ${printedNumberSql(table, Prisma.sql`s.number`)}
  FROM ${Prisma.raw(table)} s WHERE s.tenant_id = doc.tenant_id AND s.id = doc.${Prisma.raw(`${table}_id`)})`
const SOURCE_NUMBER = Prisma.sql`coalesce(${numberOf('payment')}, ${numberOf('credit')})`

const listing = documentListing({
  kind: 'refund',
  idName: 'RefundId',
  row: RefundListRow,
  statuses: ['Posted', 'Void'],
  fields: {
    RefundedDate: valueField('date', Prisma.sql`doc.refunded_on`),
    Amount: moneyField('amount'),
    PaymentId: optionalIdField('payment_id'),
    CreditId: optionalIdField('credit_id'),
    SourceNumber: valueField('text', SOURCE_NUMBER),
    AccountId: valueField('integer', Prisma.sql`doc.account_id`),
  },
})

const IS_OF_CHARGE = Prisma.sql`EXISTS (SELECT FROM payment p WHERE p.tenant_id = doc.tenant_id AND p.id = doc.payment_id
  AND p.charge_id IS NOT NULL)`

/** Returns the columns of a row of the refund list, over the rows `doc` and `c`. */
export const refundColumns = (scope: Scope): Sql =>
  documentColumns(scope, listing, [
    ['edit', IS_LIVE],
    ['void', Prisma.sql`${IS_LIVE} AND NOT ${IS_OF_CHARGE}`],
  ])

export const refundList = (scope: Scope): List => documentList(scope, 'refund', listing, refundColumns(scope))
