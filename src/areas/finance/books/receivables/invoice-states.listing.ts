import type { Day } from '#kernel/time/calendar'
import { addDays } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The days past the due date that an open invoice has more of; null for any open invoice. */
const STATES: ReadonlyMap<string, number | null> = new Map([
  ['open', null],
  ['overdue', 0],
  ['overdue30', 30],
  ['overdue60', 60],
  ['overdue90', 90],
])

/** The states of open invoices that a contact can be selected by. */
export const INVOICE_STATES: readonly string[] = [...STATES.keys()]

/** Whether the contact of row `c` owes an invoice in a state on a day. */
export const owesInvoiceSql = (state: string, today: Day): Sql => {
  const days = STATES.get(state)
  const overdue = days == null ? Prisma.empty : Prisma.sql`AND i.due_on < ${addDays(today, -days)}::date`
  return Prisma.sql`EXISTS (SELECT FROM invoice i WHERE i.tenant_id = c.tenant_id AND i.contact_id = c.id
    AND i.status = 'Open' ${overdue})`
}
