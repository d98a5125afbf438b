import '#areas/index'
import { nativeTasks } from '#areas/integration/native-integrations/executions/runs.job'
import { RUN_NATIVE } from '#areas/integration/native-integrations/executions/runs.model'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemClock } from '#kernel/time/clock'
import { openOutbound } from '#services/outbound/outbound'
import { LOGIN_KEY } from '../database/login-key.ts'

/** Performs the due runs of the integration in RUN, for a test that kills the process. */
const database = openDatabase({
  loginKey: LOGIN_KEY,
  url: process.env.DATABASE_URL ?? '',
  poolSize: 2,
  statementTimeout: 20_000,
  onError: () => undefined,
})
const tasks = nativeTasks({
  outbound: openOutbound('127.0.0.1'),
  sealer: sealer(Buffer.alloc(32, 7)),
  connectorConfig: readConfig({}),
  files: { uploads: { folder: process.env.UPLOADS ?? '', limit: 1_000_000 } },
})
process.send?.('begun')
const context = { database, clock: systemClock, log: createLogger('silent') }
await tasks[RUN_NATIVE]?.(context, JSON.parse(process.env.RUN ?? '{}'))
await database.close()
process.send?.('done')
process.disconnect()
