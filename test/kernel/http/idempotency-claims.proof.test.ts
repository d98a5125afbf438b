import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '#kernel/records/change'
import { recordChangesSql } from '#kernel/records/change-sql'
import { recordChange } from '#kernel/records/record-change'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type BreakableDatabase, breakableDatabase } from '#test/support/database/breakable-database'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { withAdmin } from '#test/support/server/test-server'

/** A key must be usable within 10 s after the recovery. */
const PATIENT = { timeout: 10_000, interval: 100 }

let own: TestDatabase
let way: BreakableDatabase
/** Two replicas; the connections of the first can be cut. */
let first: TestApp
let second: TestApp
let caller: TestCaller
/** What the next request does, before and after its commit. */
let before: () => unknown = () => undefined
let after: () => unknown = () => undefined

interface Body {
  name: string
  way?: 'models' | 'set' | 'driver'
}

const change = (entityId: number): Change => ({ entity: 'group', entityId, auditId: 1, action: 'created' })

const routes: FastifyPluginAsync = async (app) => {
  app.post<{ Body: Body }>('/test/groups', { config: { scope: 'groups:write' } }, async ({ scope, body }) => {
    const { tenantId } = scope.db
    const insert = Prisma.sql`INSERT INTO contact_group (tenant_id, name) VALUES (${tenantId}, ${`${body.name} ${randomUUID()}`}) RETURNING id`
    await before()
    if (body.way === 'driver') {
      await scope.db.transaction(
        async (tx) => {
          const [made] = await tx.rows<{ id: number }>(insert)
          await tx.commit(recordChangesSql(scope, [change(made?.id ?? 0)]))
        },
        { onDriver: true },
      )
    } else {
      await scope.db.transaction(async (tx) => {
        const [made] = await tx.rows<{ id: number }>(insert)
        const id = made?.id ?? 0
        if (body.way === 'set') await tx.rows(recordChangesSql(scope, [change(id)]))
        else await Promise.all([recordChange(scope, tx, change(id)), recordChange(scope, tx, change(id))])
      })
    }
    await after()
    return { name: body.name, token: randomUUID() }
  })
}

beforeAll(async () => {
  own = await createTestDatabase()
  way = await breakableDatabase(own.url)
  first = await buildTestApp({ url: way.url, routes })
  second = await buildTestApp({ url: own.url, routes })
  caller = await first.tenant()
})
afterEach(() => {
  before = () => undefined
  after = () => undefined
})
afterAll(async () => {
  await first.close()
  await second.close()
  await way.close()
  await own.drop()
})

const send = ({ app }: TestApp, key: string, body: Partial<Body> = {}) =>
  app.inject({
    method: 'POST',
    url: '/test/groups',
    headers: { authorization: `ApiKey ${caller.key}`, 'idempotency-key': key },
    payload: { name: key, ...body },
  })
const count = (name: string) => second.database.system.group.count({ where: { name: { startsWith: `${name} ` } } })
const isSettled = async (server: TestApp, key: string) => (await send(server, key)).statusCode

/** Starts a request that stops at a point of its handler. Resolves when it is there. */
const startAndStop = async (point: 'before' | 'after', key: string, body: Partial<Body> = {}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const stopped = new Promise<void>((resolve) => {
    const stop = () => {
      before = () => undefined
      after = () => undefined
      resolve()
      return released
    }
    if (point === 'before') before = stop
    else after = stop
  })
  const response = send(first, key, body)
  await stopped
  return { response, release }
}

/** As if the process of a request had ended, or was cut off for so long that it counts as ended. */
const loseProcess = (key: string) =>
  second.database.system.idempotencyKey.updateMany({ where: { key }, data: { claimedBy: randomUUID() } })

describe('a claim of a process that has ended', () => {
  test.each(['models', 'set', 'driver'] as const)(
    'is taken over at once, and the first request can no longer commit (%s)',
    async (how) => {
      const key = `taken over ${how}`.replaceAll(' ', '-')
      const old = await startAndStop('before', key, { way: how })
      await loseProcess(key)
      const repeat = await send(second, key, { way: how })
      expect(repeat.statusCode).toBe(200)
      old.release()
      expect((await old.response).json()).toMatchObject({ status: 409, code: 'idempotency-running' })
      expect(await count(key)).toBe(1)
      const again = await send(second, key, { way: how })
      expect([again.body, again.headers['idempotent-replayed']]).toEqual([repeat.body, 'true'])
    },
  )

  test('is taken over by the next process that looks, if the one that looked before was killed while it waited', async () => {
    const key = 'looked-at'
    const old = await startAndStop('before', key)
    await loseProcess(key)
    const { idempotencyKey } = second.database.system
    const slow = send(second, key)
    const since = async () => (await idempotencyKey.findFirstOrThrow({ where: { key } })).missingSince
    await expect.poll(since, PATIENT).not.toBeNull()
    // As if that were some seconds ago.
    await idempotencyKey.updateMany({ where: { key }, data: { missingSince: new Date(0) } })
    const earlier = await Promise.race([slow.then(() => 'slow'), send(first, key).then(() => 'next')])
    expect(earlier).toBe('next')
    expect((await slow).headers['idempotent-replayed']).toBe('true')
    old.release()
    expect((await old.response).statusCode).toBe(409)
    expect(await count(key)).toBe(1)
  })

  test('cannot commit either after it was given back', async () => {
    const old = await startAndStop('before', 'given-back')
    await second.database.system.idempotencyKey.deleteMany({ where: { key: 'given-back' } })
    old.release()
    expect((await old.response).statusCode).toBe(409)
    expect(await count('given-back')).toBe(0)
  })

  test('reports that the response is lost if the change was committed', async () => {
    const old = await startAndStop('after', 'ended')
    await loseProcess('ended')
    expect((await send(second, 'ended')).json()).toMatchObject({ status: 409, code: 'idempotency-answer-lost' })
    old.release()
    await old.response
  })
})

describe('a claim of a living process', () => {
  test('is running until its response is stored, also after the commit', async () => {
    const slow = await startAndStop('after', 'slow')
    for (const server of [first, second])
      expect((await send(server, 'slow')).json()).toMatchObject({ status: 409, code: 'idempotency-running' })
    slow.release()
    const { body } = await slow.response
    expect((await send(second, 'slow')).body).toBe(body)
  })

  test('is kept when the connection that proves its life is lost', async () => {
    const slow = await startAndStop('before', 'signless')
    await withAdmin(own.url, async (admin) => {
      const ended = await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'guildhall-life'`)
      expect(ended.rowCount).toBeGreaterThan(0)
    })
    expect((await send(second, 'signless')).json().code).toBe('idempotency-running')
    slow.release()
    expect((await slow.response).statusCode).toBe(200)
  })

  test('is given back when the database is available again', async () => {
    before = () => way.cut()
    const failed = await send(first, 'cut')
    expect([failed.statusCode, failed.headers['retry-after']]).toEqual([503, '5'])
    before = () => undefined
    way.restore()
    await expect.poll(() => isSettled(first, 'cut'), PATIENT).toBe(200)
    expect(await count('cut')).toBe(1)
  })

  test('stores the response of a committed change when the database is available again', async () => {
    after = () => way.cut()
    const done = await send(first, 'unstored')
    expect(done.statusCode).toBe(200)
    after = () => undefined
    way.restore()
    await expect.poll(() => isSettled(second, 'unstored'), PATIENT).toBe(200)
    const again = await send(second, 'unstored')
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([done.body, 'true'])
    expect(await count('unstored')).toBe(1)
  })
})
