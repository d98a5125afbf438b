import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { STATUS } from './orders.sql.ts'

const DAY_MS = 86_400_000

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

const isKept = Prisma.sql`${STATUS} NOT IN ('Cancelled', 'Refunded')`

const orderedWithin =
  (days: number) =>
  (now: Date): Sql =>
    Prisma.sql`${isKept} AND o.purchased_at > ${daysBefore(now, days)}::timestamptz`

const withStatus = (status: string) => (): Sql => Prisma.sql`${STATUS} = ${status}::text`

const STATES: ReadonlyMap<string, (now: Date) => Sql> = new Map([
  ['ordered', () => isKept],
  ['ordered30', orderedWithin(30)],
  ['ordered90', orderedWithin(90)],
  ['ordered365', orderedWithin(365)],
  ['pending', withStatus('Pending')],
  ['paid', withStatus('Paid')],
  ['shipped', withStatus('Shipped')],
  ['partlyRefunded', withStatus('PartlyRefunded')],
  ['refunded', withStatus('Refunded')],
  ['cancelled', withStatus('Cancelled')],
])

/** The states of orders of the store that a contact can be selected by. */
export const ORDER_STATES: readonly string[] = [...STATES.keys()]

/** The orders `o` of the contact of row `c`, with their invoices `i`. */
const ofContact = Prisma.sql`FROM store_purchase o
  LEFT JOIN invoice i ON i.tenant_id = o.tenant_id AND i.id = o.invoice_id
  WHERE o.tenant_id = c.tenant_id AND o.contact_id = c.id`

/** Whether the contact of row `c` has an order in a state at a time. */
export const hasOrderStateSql = (state: string, now: Date): Sql =>
  Prisma.sql`EXISTS (SELECT ${ofContact} AND ${STATES.get(state)?.(now) ?? Prisma.sql`false`})`

/** Whether the orders of the contact of row `c` in the last 365 days, less their refunds, come to an amount or more. */
export const hasOrderedAmountSql = (amount: string, now: Date): Sql =>
  Prisma.sql`(SELECT coalesce(sum(o.total - o.refunded), 0) ${ofContact} AND ${orderedWithin(365)(now)})
    >= ${amount}::numeric`
