import { once } from 'node:events'
import '#areas/index'
import { membershipDays } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { LOGIN_KEY } from '../database/login-key.ts'
import { runNewDays } from '../jobs/new-days.ts'
import { dieAt, type KillPoint } from '../killed/kill-point.ts'

/** The nightly run of memberships at noon (UTC) of a day, as the worker runs it, for a test that kills it. */
export interface KilledRun extends KillPoint {
  day: string
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
