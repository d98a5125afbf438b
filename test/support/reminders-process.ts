import { taskReminders } from '#areas/work/tasks/reminders/reminders.job'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { LOGIN_KEY } from './login-key.ts'

/** Runs the task reminders at noon (UTC) of DAY, as the worker does, for a test that kills the process. */
const database = openDatabase({
  loginKey: LOGIN_KEY,
  url: process.env.DATABASE_URL ?? '',
  poolSize: 2,
  statementTimeout: 20_000,
  onError: () => undefined,
})
const now = new Date(`${process.env.DAY}T12:00:00Z`)
process.send?.('begun')
await taskReminders.task({ database, clock: { now: () => now }, log: createLogger('silent') }, undefined)
await database.close()
process.send?.('done')
process.disconnect()
