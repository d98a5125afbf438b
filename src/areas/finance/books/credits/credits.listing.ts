import { CreditListRow } from '#contract/finance/credits'
import { valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { openSourceActions } from '../applications/open-sources.listing.ts'
import {
  documentColumns,
  documentList,
  documentListing,
  moneyField,
  subtotalField,
} from '../documents/documents.listing.ts'

const listing = documentListing({
  kind: 'credit',
  idName: 'CreditId',
  row: CreditListRow,
  statuses: ['Open', 'Closed', 'Void'],
  fields: {
    IssuedDate: valueField('date', Prisma.sql`doc.issued_on`),
    Subtotal: subtotalField,
    Discount: moneyField('discount'),
    Tax: moneyField('tax'),
    Total: moneyField('total'),
    OpenAmount: moneyField('open_amount'),
  },
})

/** Returns the columns of a row of the credit list, over the rows `doc` and `c`. */
export const creditColumns = (scope: Scope): Sql => documentColumns(scope, listing, openSourceActions('credit'))

export const creditList = (scope: Scope): List => documentList(scope, 'credit', listing, creditColumns(scope))
