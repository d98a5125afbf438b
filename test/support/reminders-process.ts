import { taskReminders } from '#areas/work/tasks/reminders/reminders.job'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'

/** The reminders of tasks, at noon (UTC) of DAY, as the worker runs them: for a test that kills it. */
const database = openDatabase({
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
