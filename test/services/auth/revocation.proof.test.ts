import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChangeListener, LEASE_MS } from '#services/auth/change-listener'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

const KEYS = '/api/applicationpermissions/apikeys'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  admin = await server.tenant()
})
afterAll(() => server.close())

test('a replica that does not respond delays a revocation by its lease at most', async () => {
  const frozen = new pg.Client({ connectionString: server.url })
  await frozen.connect()
  await frozen.query('select pg_advisory_lock_shared(1734894450)')
  const body = { ApplicationName: 'K', ApiKeyInfoJson: '{"Scopes":["contacts:read"]}' }
  const id: number = (await admin.post(`${KEYS}/0`, body)).json().ApplicationPermissionId
  const began = performance.now()
  expect((await admin.delete(`${KEYS}/${id}`)).statusCode).toBe(200)
  const took = performance.now() - began
  expect(took).toBeGreaterThan(2000)
  expect(took).toBeLessThan(4000)
  await frozen.end()
})

test('a replica that was frozen trusts no cached credential until it receives changes again', async () => {
  const listener = new ChangeListener({
    url: server.url,
    onChange: () => undefined,
    onAcknowledged: () => undefined,
    onError: () => undefined,
  })
  await listener.open()
  expect(listener.isTrusted()).toBe(true)
  // Blocks this thread, like a long pause of the whole process.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LEASE_MS + 50)
  expect(listener.isTrusted()).toBe(false)
  await expect.poll(() => listener.isTrusted()).toBe(true)
  await listener.close()
})
