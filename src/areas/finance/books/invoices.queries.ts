import type { RecordKind } from '#kernel/records/record-kind'
import type { Invoice } from '#prisma/client'
import { bookEvents } from './books.events.ts'

/** Lock an invoice with the strength `no key update`: payments reference it by a foreign key. */
export const invoiceKind: RecordKind<Invoice> = {
  entity: 'invoice',
  table: 'invoice',
  events: { created: bookEvents.invoiceIssued },
  find: (tx, { tenantId, id }) => tx.invoice.findFirst({ where: { tenantId, id } }),
}
