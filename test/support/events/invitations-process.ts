import '#areas/index'
import { inviteContacts } from '#areas/events/invitations/runs/runs.job'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemClock } from '#kernel/time/clock'
import { LOGIN_KEY } from '../database/login-key.ts'

/** Performs the invitation job in RUN, for a test that kills the process. */
const database = openDatabase({
  loginKey: LOGIN_KEY,
  url: process.env.DATABASE_URL ?? '',
  poolSize: 2,
  statementTimeout: 20_000,
  onError: () => undefined,
})
process.send?.('begun')
const context = { database, clock: systemClock, log: createLogger('silent') }
await inviteContacts('https://members.example.org')(context, JSON.parse(process.env.RUN ?? '{}'))
await database.close()
process.send?.('done')
process.disconnect()
