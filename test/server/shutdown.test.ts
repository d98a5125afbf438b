import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tenantSeeds } from '#areas/index'
import { hashToken, makeToken } from '#kernel/auth/api-key'
import { openDatabase } from '#kernel/database/database'
import { provisionTenant } from '#kernel/tenancy/provision'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ServerChild, startServerChild } from '../support/server-child.ts'
import { openSocket, parseAnswer, type RawConnection } from '../support/socket.ts'

let database: TestDatabase
let server: ServerChild | undefined
let admin: pg.Client

beforeEach(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
})
afterEach(async () => {
  server?.process.kill('SIGKILL')
  await server?.ended
  server = undefined
  await admin.end()
  await database.drop()
})

const start = async (env: Record<string, string> = {}): Promise<ServerChild> => {
  server = await startServerChild(database.url, env)
  return server
}

const ORIGIN = 'origin: https://front.example\r\n'
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: here\r\n${headers}\r\n`
const post = (length: number, headers = '') =>
  `POST /api/contacts/person/0 HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n` +
  `${headers}content-length: ${length}\r\n\r\n`

/** A tenant's key, and how many contacts the tenant has. */
const makeTenant = async () => {
  const opened = openDatabase({ url: database.url, poolSize: 2, statementTimeout: 5000, onError: () => undefined })
  const tenant = await provisionTenant(opened, { key: 'shutdown', name: 'Shutdown' }, tenantSeeds)
  const key = makeToken('ghk')
  await opened.system.applicationPermission.create({
    data: {
      tenantId: tenant.id,
      kind: 'apikey',
      applicationName: 'test',
      scopes: ['admin'],
      createdBy: 'system',
      secrets: { create: { hash: hashToken(key), hint: key.slice(-4) } },
    },
  })
  await opened.close()
  const countContacts = async () =>
    (await admin.query<{ n: number }>('select count(*)::int as n from contact')).rows[0]?.n
  return { key, countContacts }
}

/** A request that the database holds up: origins are looked up in the table of tenants, which is locked. */
const sendSlow = async (port: number): Promise<RawConnection> => {
  await admin.query('BEGIN; LOCK TABLE tenant IN ACCESS EXCLUSIVE MODE')
  const socket = await openSocket(port)
  socket.send(get('/openapi.json', ORIGIN))
  await expect.poll(waitsForLock).toBe(true)
  return socket
}

const waitsForLock = async (): Promise<boolean> => {
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where not granted and relation = 'tenant'::regclass`,
  )
  return (rows[0]?.n ?? 0) > 0
}

const ask = async (port: number, path: string) => {
  const socket = await openSocket(port)
  socket.send(get(path, 'connection: close\r\n'))
  return parseAnswer((await socket.ended).text)
}

/** A connection that has been answered once and is kept open. */
const openKept = async (port: number): Promise<RawConnection> => {
  const socket = await openSocket(port)
  socket.send(get('/health/live'))
  await socket.until((text) => text.endsWith('{"status":"ok"}'))
  return socket
}

test('on SIGTERM readiness drops first, requests in flight are answered, and the process ends with 0', async () => {
  const tenant = await makeTenant()
  const { port, process, logged, ended } = await start({ SHUTDOWN_DELAY_MS: '1500' })
  expect((await ask(port, '/health/ready')).status).toBe(200)
  const kept = await openKept(port)
  const body = JSON.stringify({ FirstName: 'Ada', LastName: 'Lovelace' })
  const upload = await openSocket(port)
  upload.send(post(body.length, `authorization: ApiKey ${tenant.key}\r\n`) + body.slice(0, 5))
  const refused = await openSocket(port)
  refused.send(post(body.length) + body.slice(0, 5))
  await refused.until((text) => text.startsWith('HTTP/1.1 401'))
  const slow = await sendSlow(port)

  process.kill('SIGTERM')
  await logged('stopping')
  const readiness = await ask(port, '/health/ready')
  expect(readiness.status).toBe(503)
  expect(readiness.headers['retry-after']).toBe('5')
  expect(readiness.json()).toMatchObject({ code: 'unavailable' })
  const normal = await ask(port, '/health/live')
  expect(normal.status).toBe(200)

  // The next request on an open connection is answered, and told that it was the last one there.
  kept.send(get('/health/live'))
  const both = (await kept.ended).text
  expect(parseAnswer(both.slice(both.lastIndexOf('HTTP/1.1'))).headers.connection).toBe('close')

  await expect.poll(() => isRefused(port), { timeout: 5000 }).toBe(true)
  upload.send(body.slice(5))
  await admin.query('COMMIT')
  const slowAnswer = parseAnswer((await slow.ended).text)
  expect([slowAnswer.status, slowAnswer.headers.connection]).toEqual([200, 'close'])
  expect(slowAnswer.json()).toHaveProperty('openapi')
  expect(parseAnswer((await upload.ended).text).status).toBe(200)
  expect(await tenant.countContacts()).toBe(1)
  refused.send(body.slice(5))
  expect(await ended).toBe(0)
})

/** Whether nobody listens any more. */
const isRefused = async (port: number): Promise<boolean> => {
  try {
    const socket = await openSocket(port)
    socket.close()
    return false
  } catch {
    return true
  }
}

test('a connection without a request does not hold the process up', async () => {
  const { port, process, ended } = await start()
  await openKept(port)
  const began = performance.now()
  process.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(performance.now() - began).toBeLessThan(4000)
})

test('what still runs at the end of the grace period is cut, and the process ends all the same', async () => {
  const { port, process, ended, lines } = await start({ SHUTDOWN_GRACE_MS: '500' })
  const slow = await sendSlow(port)
  process.kill('SIGTERM')
  expect((await slow.ended).text).toBe('')
  await admin.query('ROLLBACK')
  expect(await ended).toBe(0)
  expect(lines.map(({ msg }) => msg)).toContain('requests still ran at the end of the grace period and were cut')
})

test('a second signal ends it at once', async () => {
  const { port, process, ended, logged } = await start()
  await sendSlow(port)
  process.kill('SIGTERM')
  await logged('stopping')
  process.kill('SIGTERM')
  expect(await ended).toBe(1)
})

test('under load, stopping one of two replicas loses no request that was accepted', async () => {
  const { port, process, ended } = await start({ SHUTDOWN_DELAY_MS: '500' })
  const outcomes: string[] = []
  let listening = true
  const client = async () => {
    while (listening) {
      const socket = await openSocket(port).catch(() => undefined)
      if (!socket) return
      socket.send(get('/health/live', 'connection: close\r\n'))
      const { text } = await socket.ended
      // Nothing at all: the listener closed before the connection was accepted, and a proxy tries the next replica.
      outcomes.push(text === '' ? 'not accepted' : String(parseAnswer(text).status))
    }
  }
  const clients = Array.from({ length: 8 }, client)
  await expect.poll(() => outcomes.length).toBeGreaterThan(100)
  process.kill('SIGTERM')
  expect(await ended).toBe(0)
  listening = false
  await Promise.all(clients)
  expect(outcomes.filter((outcome) => outcome !== '200' && outcome !== 'not accepted')).toEqual([])
  expect(outcomes.filter((outcome) => outcome === 'not accepted').length).toBeLessThanOrEqual(8)
})

test('a worker stops as cleanly', async () => {
  const { process, ended } = await start({ GUILDHALL_ROLE: 'both' })
  process.kill('SIGTERM')
  expect(await ended).toBe(0)
})
