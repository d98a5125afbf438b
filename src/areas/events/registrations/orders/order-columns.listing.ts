import { columnsOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { BALANCE, confirmationNumberSql, INVOICE_NUMBER, PAYER_ID, PAYER_NAME } from '../registrations.sql.ts'

// What lists of other rows `k` of an order show of it: of its event `e`, the order `o`, its invoice `i` and its payer `c`.

export const NUMBER_OF_ORDER = confirmationNumberSql(Prisma.sql`k.event_id`, Prisma.sql`k.order_id`)
export const PAYER_OF_ORDER: Sql = PAYER_NAME

export const exhibitorOrderJoins = Prisma.sql`LEFT JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
  LEFT JOIN event_order o ON o.tenant_id = k.tenant_id AND o.id = k.order_id
  LEFT JOIN invoice i ON i.tenant_id = o.tenant_id AND i.id = o.invoice_id
  LEFT JOIN contact c ON c.tenant_id = o.tenant_id AND c.id = o.contact_id`

export const exhibitorOrderFields: Listing['fields'] = {
  EventId: valueField('integer', Prisma.sql`k.event_id`),
  EventName: nameField(Prisma.sql`e.name`),
  OrderId: valueField('bigint', Prisma.sql`k.order_id`),
  ConfirmationNumber: valueField('text', NUMBER_OF_ORDER),
  PayerContactId: optionalField('integer', PAYER_ID),
  PayerName: nameField(PAYER_NAME),
  InvoiceId: optionalField('integer', Prisma.sql`o.invoice_id`),
  InvoiceNumber: optionalField('text', INVOICE_NUMBER),
  Balance: valueField('money', BALANCE),
  RegisteredDate: optionalField('instant', Prisma.sql`o.submitted_at`),
}

export const exhibitorOrderColumns = columnsOf(exhibitorOrderFields)
