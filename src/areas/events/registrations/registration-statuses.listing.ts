import type { DeletionBar } from '#areas/people/contacts/contact-facts.listing'
import type { Param } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The statuses of registrations, in the words of the contract. */
export const STATUSES: Readonly<Record<number, string>> = {
  1: 'Registered',
  2: 'Attended',
  3: 'Pending payment',
  4: 'Awaiting approval',
  5: 'Pending from waiting list',
  6: 'Partially paid',
  7: 'Pending refund',
  8: 'No-show',
  9: 'Cancelled',
  10: 'Incomplete',
  11: 'On waiting list',
  12: 'Rejected',
  13: 'Expired',
  14: 'In cart',
  15: 'Transferred',
}

export const ON_WAITING_LIST = 11
export const IN_CART = 14

const WHENS = Object.entries(STATUSES).map(([id, name]) => `WHEN ${id} THEN '${name}'`)

/** Returns a status in words. @param statusId an expression. */
export const statusNameSql = (statusId: Sql): Sql => Prisma.sql`CASE ${statusId} ${Prisma.raw(WHENS.join(' '))} END`

/** Statuses of registrations that are not in a cart. */
export const REGISTERED = 1
export const ATTENDED = 2
export const PENDING_PAYMENT = 3
export const AWAITING_APPROVAL = 4
export const PENDING_FROM_WAITING_LIST = 5
export const PARTIALLY_PAID = 6
export const PENDING_REFUND = 7
export const NO_SHOW = 8
export const CANCELLED = 9
export const REJECTED = 12
export const EXPIRED = 13
export const TRANSFERRED = 15

/** Statuses of registrations that are over: nothing of them changes. Cancelled, Incomplete, Rejected, Expired, Transferred. */
const OVER: readonly number[] = [CANCELLED, 10, REJECTED, EXPIRED, TRANSFERRED]

/** Returns whether a registration with this status can be changed. */
export const isChangeable = (statusId: number): boolean => !OVER.includes(statusId)

/** The statuses between which payments move a registration. */
export const STATUSES_BY_PAYMENT: readonly number[] = [REGISTERED, PENDING_PAYMENT, PARTIALLY_PAID]

/** The payment of an order, in any unit. */
interface OrderPayment {
  total: number
  /** The open amount of the invoice. */
  open: number
  /** Whether a card payment is authorized or captured. */
  hasLivePayment: boolean
}

/** Returns the status of a registration that needs no approval: Registered, Partially paid or Pending payment. */
export const choosePaidStatus = ({ total, open, hasLivePayment }: OrderPayment): number => {
  if (open <= 0 || hasLivePayment) return REGISTERED
  return open < total ? PARTIALLY_PAID : PENDING_PAYMENT
}

/** Statuses of registrations whose people come, or hope to: everything but carts, what is over, and what has taken place. */
export const LIVE: readonly number[] = [
  REGISTERED,
  PENDING_PAYMENT,
  AWAITING_APPROVAL,
  PENDING_FROM_WAITING_LIST,
  PARTIALLY_PAID,
  ON_WAITING_LIST,
]

/** Statuses of registrations whose people are expected at the event. */
export const EXPECTED_AT_EVENT: readonly number[] = [REGISTERED, PENDING_PAYMENT, PARTIALLY_PAID]

const DAY_MS = 86_400_000

const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)

const TAKES_SEAT = Prisma.sql`g.status_id IN (1, 2, 3, 4, 5, 6, 7)`

/** Tests whether the event `e` is not over at a time. */
const isComing = (now: Date): Sql =>
  Prisma.sql`e.status <> 'Cancelled' AND coalesce(e.ends_at, e.starts_at) > ${now}::timestamptz`

const upcomingWithin =
  (days: number) =>
  (now: Date): Sql =>
    Prisma.sql`${TAKES_SEAT} AND ${isComing(now)} AND e.starts_at <= ${daysFrom(now, days)}::timestamptz`

/** Tests for a status of a registration for an event that started in the last days. */
const startedWithin =
  (statusId: number, days: number) =>
  (now: Date): Sql =>
    Prisma.sql`g.status_id = ${statusId}::int AND e.starts_at <= ${now}::timestamptz
      AND e.starts_at > ${daysFrom(now, -days)}::timestamptz`

const STATES: ReadonlyMap<string, (now: Date) => Sql> = new Map([
  ['upcoming', (now: Date) => Prisma.sql`${TAKES_SEAT} AND ${isComing(now)}`],
  ['upcoming30', upcomingWithin(30)],
  ['unpaid', (now: Date) => Prisma.sql`g.status_id IN (3, 6) AND ${isComing(now)}`],
  ['awaitingApproval', (now: Date) => Prisma.sql`g.status_id = 4 AND ${isComing(now)}`],
  ['waiting', (now: Date) => Prisma.sql`g.status_id = 11 AND g.held_until IS NULL AND ${isComing(now)}`],
  [
    'notCheckedIn',
    (now: Date) =>
      Prisma.sql`g.status_id IN (1, 3, 6) AND e.starts_at <= ${now}::timestamptz AND e.status <> 'Cancelled'`,
  ],
  ['attended', () => Prisma.sql`g.status_id = 2`],
  ['attended90', startedWithin(2, 90)],
  ['attended365', startedWithin(2, 365)],
  ['noShow90', startedWithin(8, 90)],
])

/** The states of registrations for events that a contact can be selected by. */
export const REGISTRATION_STATES: readonly string[] = [...STATES.keys()]

/** Tests whether the contact of row `c` has a registration in a state at a time, as participant. */
export const hasRegistrationStateSql = (state: string, now: Date): Sql => Prisma.sql`EXISTS (
  SELECT FROM event_registration g JOIN event e ON e.tenant_id = g.tenant_id AND e.id = g.event_id
  WHERE g.tenant_id = c.tenant_id AND g.contact_id = c.id AND ${STATES.get(state)?.(now) ?? Prisma.sql`false`})`

/** Tests whether the registration `g` is for an event `e` that is not over, and takes a seat or waits for one. */
export const isComingSql = (
  now: Param<Date>,
): Sql => Prisma.sql`g.status_id IN (1, 2, 3, 4, 5, 6, 7, 11) AND e.status <> 'Cancelled'
  AND CASE WHEN e.ends_at IS NULL THEN e.starts_at ELSE e.ends_at END > ${now}::timestamptz`

/** Tests whether a contact, an expression, takes part in an event that is not over. */
export const takesPartSql: DeletionBar = ({ tenantId, now }, contactId) => Prisma.sql`EXISTS (
  SELECT FROM event_registration g JOIN event e ON e.tenant_id = g.tenant_id AND e.id = g.event_id
  WHERE g.tenant_id = ${tenantId}::integer AND g.contact_id = ${contactId} AND ${isComingSql(now)})`
