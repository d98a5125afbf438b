import { addDays, type Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const runningOn = (today: Day): Sql => Prisma.sql`n.status_id = 2 AND n.starts_on <= ${today}::date
  AND (n.ends_on IS NULL OR n.ends_on >= ${today}::date)`

const endingWithin =
  (days: number) =>
  (today: Day): Sql =>
    Prisma.sql`${runningOn(today)} AND n.ends_on <= ${addDays(today, days)}::date`

const STATES: ReadonlyMap<string, (today: Day) => Sql> = new Map([
  ['pending', () => Prisma.sql`n.status_id = 1`],
  ['running', runningOn],
  ['ending30', endingWithin(30)],
  ['ending60', endingWithin(60)],
  ['ended', (today: Day) => Prisma.sql`n.status_id IN (2, 4) AND n.ends_on < ${today}::date`],
])

/** The states of sponsorships that a contact can be selected by. */
export const SPONSOR_STATES: readonly string[] = [...STATES.keys()]

/** Whether the contact of row `c` has a sponsorship in a state on a day. */
export const hasSponsorStateSql = (state: string, today: Day): Sql => Prisma.sql`EXISTS (SELECT FROM sponsor n
  WHERE n.tenant_id = c.tenant_id AND n.contact_id = c.id AND n.deleted_at IS NULL
    AND ${STATES.get(state)?.(today) ?? Prisma.sql`false`})`
