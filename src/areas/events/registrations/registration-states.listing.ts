import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const DAY_MS = 86_400_000

const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)

const TAKES_SEAT = Prisma.sql`g.status_id IN (1, 2, 3, 4, 5, 6, 7)`

/** Whether the event `e` is not over at a time. */
const isComing = (now: Date): Sql =>
  Prisma.sql`e.status <> 'Cancelled' AND coalesce(e.ends_at, e.starts_at) > ${now}::timestamptz`

const upcomingWithin =
  (days: number) =>
  (now: Date): Sql =>
    Prisma.sql`${TAKES_SEAT} AND ${isComing(now)} AND e.starts_at <= ${daysFrom(now, days)}::timestamptz`

/** A status of a registration for an event that started in the last days. */
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

/** Whether the contact of row `c` has a registration in a state at a time, as participant. */
export const hasRegistrationStateSql = (state: string, now: Date): Sql => Prisma.sql`EXISTS (
  SELECT FROM event_registration g JOIN event e ON e.tenant_id = g.tenant_id AND e.id = g.event_id
  WHERE g.tenant_id = c.tenant_id AND g.contact_id = c.id AND ${STATES.get(state)?.(now) ?? Prisma.sql`false`})`
