import { once } from 'node:events'
import pg from 'pg'
import { membershipNightlyRun } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'

/**
 * The nightly work on memberships, at noon (UTC) of a day, as the worker runs it: for a test that kills it. It dies by
 * its own hand, as if by power failure, at one of its statements: a place that no machine is too fast or slow for.
 */
export interface NightToDie {
  day: string
  /** The statement, counted from the beginning of the night, at which it dies. */
  statement: number
  /** How long behind sending that statement, ms; null: before it is sent. */
  later: number | null
}

const die = () => process.kill(process.pid, 'SIGKILL')

const dieAt = ({ statement, later }: NightToDie): void => {
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
  let count = 0
  const counting = function (this: pg.Client, ...args: unknown[]): unknown {
    if (++count === statement) later === null ? die() : setTimeout(die, later)
    return query.apply(this, args)
  }
  Object.assign(pg.Client.prototype, { query: counting })
}

const database = openDatabase({
  url: process.env.DATABASE_URL ?? '',
  poolSize: 2,
  statementTimeout: 20_000,
  onError: () => undefined,
})
await database.system.$queryRaw`SELECT 1`
process.send?.('ready')
const [night] = (await once(process, 'message')) as [NightToDie]
const now = new Date(`${night.day}T12:00:00Z`)
dieAt(night)
await membershipNightlyRun.task({ database, clock: { now: () => now }, log: createLogger('silent') }, undefined)
process.send?.('done')
