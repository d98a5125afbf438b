import { once } from 'node:events'
import pg from 'pg'
import { membershipDays } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { LOGIN_KEY } from './login-key.ts'
import { runNewDays } from './new-days.ts'

/**
 * The nightly run of memberships at noon (UTC) of a day, as the worker runs it, for a test that kills it. The process
 * kills itself at one of its statements, as in a power failure: a point that does not depend on the machine's speed.
 */
export interface KilledRun {
  day: string
  /** The number of the statement at which the process kills itself. */
  statement: number
  /** Milliseconds after that statement is sent; null: before it is sent. */
  later: number | null
}

const die = () => process.kill(process.pid, 'SIGKILL')

const dieAt = ({ statement, later }: KilledRun): void => {
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
  let count = 0
  const counting = function (this: pg.Client, ...args: unknown[]): unknown {
    if (++count === statement) later === null ? die() : setTimeout(die, later)
    return query.apply(this, args)
  }
  Object.assign(pg.Client.prototype, { query: counting })
}

const database = openDatabase({
  loginKey: LOGIN_KEY,
  url: process.env.DATABASE_URL ?? '',
  poolSize: 2,
  statementTimeout: 20_000,
  onError: () => undefined,
})
await database.system.$queryRaw`SELECT 1`
process.send?.('ready')
const [night] = (await once(process, 'message')) as [KilledRun]
const now = new Date(`${night.day}T12:00:00Z`)
dieAt(night)
await runNewDays({ database, clock: { now: () => now }, log: createLogger('silent') }, membershipDays)
process.send?.('done')
