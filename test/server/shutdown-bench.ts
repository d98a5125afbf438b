import pg from 'pg'
import { afterEach, beforeEach, expect } from 'vitest'
import { tenantSeeds } from '#areas/joined'
import { hashToken, makeToken } from '#kernel/crypto/api-key'
import { openDatabase } from '#kernel/database/database'
import { provisionTenant } from '#kernel/tenancy/provision'
import { LOGIN_KEY } from '#test/support/database/login-key'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'
import { type ServerChild, startServerChild } from '../support/processes/server-child.ts'
import { openSocket, parseAnswer, type RawConnection } from '../support/server/socket.ts'

const ORIGIN = 'origin: https://front.example\r\n'
export const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: here\r\n${headers}\r\n`
export const post = (length: number, headers = '') =>
  `POST /api/contacts/person/0 HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n` +
  `${headers}content-length: ${length}\r\n\r\n`

export const ask = async (port: number, path: string) => {
  const socket = await openSocket(port)
  socket.send(get(path, 'connection: close\r\n'))
  return parseAnswer((await socket.ended).text)
}

/** Returns a connection that has received one response and stays open. */
export const openKept = async (port: number): Promise<RawConnection> => {
  const socket = await openSocket(port)
  socket.send(get('/health/live'))
  await socket.until((text) => text.endsWith('{"status":"ok"}'))
  return socket
}

/** Servers in separate processes, each on a new database. */
export interface ShutdownBench {
  start(env?: Record<string, string>): Promise<ServerChild>
  /** Runs a statement on the test's own connection. */
  query(sql: string): Promise<pg.QueryResult>
  /** Creates a tenant. Returns its key and a function that counts its contacts. */
  makeTenant(): Promise<{ key: string; countContacts: () => Promise<number | undefined> }>
  /** Sends a request that waits in the database: it looks the origin up in the table of tenants, which is locked. */
  sendSlow(port: number): Promise<RawConnection>
}

/** Registers the hooks that open and close the bench for each test. */
export const useShutdownBench = (): ShutdownBench => {
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

  const waitsForLock = async (): Promise<boolean> => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where not granted and relation = 'tenant'::regclass`,
    )
    return (rows[0]?.n ?? 0) > 0
  }

  const makeTenant = async () => {
    const opened = openDatabase({
      loginKey: LOGIN_KEY,
      url: database.url,
      poolSize: 2,
      statementTimeout: 5000,
      onError: () => undefined,
    })
    const tenant = await provisionTenant(opened, { key: 'shutdown', name: 'Shutdown' }, tenantSeeds)
    const key = makeToken('ghk', tenant.id)
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

  const sendSlow = async (port: number): Promise<RawConnection> => {
    await admin.query('BEGIN; LOCK TABLE tenant IN ACCESS EXCLUSIVE MODE')
    const socket = await openSocket(port)
    socket.send(get('/openapi.json', ORIGIN))
    await expect.poll(waitsForLock).toBe(true)
    return socket
  }

  return {
    start: async (env = {}) => {
      server = await startServerChild(database.url, env)
      return server
    },
    query: (sql) => admin.query(sql),
    makeTenant,
    sendSlow,
  }
}
