import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'
import { startServerChild } from '../support/processes/server-child.ts'

/** A loopback address on which no other process listens. */
const HOST = '127.0.0.94'

let database: TestDatabase
const taken = createServer()

beforeEach(async () => {
  database = await createTestDatabase()
  taken.listen(9464, HOST)
  await once(taken, 'listening')
})
afterEach(async () => {
  taken.close()
  await database.drop()
})

test('a second installation on the machine starts, and says where its metrics are', async () => {
  const server = await startServerChild(database.url, { METRICS_HOST: HOST, METRICS_PORT: '9464' })
  try {
    const said = await server.logged(/^port 9464 is already in use/)
    const { port } = said.address as { port: number }
    expect(await (await fetch(`http://${HOST}:${port}/metrics`)).text()).toContain('process_cpu_seconds_total')
  } finally {
    server.process.kill('SIGKILL')
    await server.ended
  }
})
