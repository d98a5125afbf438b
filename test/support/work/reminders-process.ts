import '#areas/index'
import { taskReminders } from '#areas/work/tasks/reminders/reminders.job'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { LOGIN_KEY } from '../database/login-key.ts'
import { runNewDays } from '../jobs/new-days.ts'
import { dieAt, type KillPoint } from '../killed/kill-point.ts'

/** Runs the task reminders at noon (UTC) of DAY, as the worker does, and dies at KILL_POINT (JSON) if it is set. */
const database = openDatabase({
  loginKey: LOGIN_KEY,
  url: process.env.DATABASE_URL ?? '',
  poolSize: 2,
  statementTimeout: 20_000,
  onError: () => undefined,
})
const now = new Date(`${process.env.DAY}T12:00:00Z`)
if (process.env.KILL_POINT) dieAt(JSON.parse(process.env.KILL_POINT) as KillPoint)
await runNewDays({ database, clock: { now: () => now }, log: createLogger('silent') }, taskReminders)
await database.close()
process.disconnect?.()
