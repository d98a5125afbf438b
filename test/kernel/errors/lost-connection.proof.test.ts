import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type BreakableDatabase, breakableDatabase, type Loss } from '#test/support/database/breakable-database'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'

let own: TestDatabase
let way: BreakableDatabase
let server: TestApp
let caller: TestCaller

const routes: FastifyPluginAsync = async (app) => {
  const insert = (name: string) => Prisma.sql`INSERT INTO contact_group (tenant_id, name)
    VALUES (current_tenant(), ${name}) RETURNING id`
  const config = { scope: 'groups:write' }
  app.post<{ Body: { name: string } }>('/test/models', { config }, async ({ scope, body }) => {
    await scope.db.transaction((tx) => tx.rows(insert(body.name)))
    return {}
  })
  app.post<{ Body: { name: string } }>('/test/driver', { config }, async ({ scope, body }) => {
    await scope.db.transaction(
      async (tx) => {
        await tx.rows(Prisma.sql`SELECT id FROM contact_group LIMIT 1`)
        await tx.commit(insert(body.name))
      },
      { onDriver: true },
    )
    return {}
  })
  // Without BEGIN and COMMIT.
  app.post<{ Body: { name: string } }>('/test/statement', { config }, async ({ scope, body }) => {
    await scope.db.transaction((tx) => tx.commit(insert(body.name)), { onDriver: true })
    return {}
  })
  app.post<{ Body: { name: string } }>('/test/model', { config }, async ({ scope, body }) => {
    await scope.db.prisma.group.createMany({ data: [{ tenantId: scope.db.tenantId, name: body.name }] })
    return {}
  })
}

beforeAll(async () => {
  own = await createTestDatabase()
  way = await breakableDatabase(own.url)
  server = await buildTestApp({ url: way.url, routes })
  caller = await server.tenant()
})
afterAll(async () => {
  await server.close()
  await way.close()
  await own.drop()
})

/** The statement that contains the sent name. */
const WITH_NAME = 'the insert'
const LOSSES: Loss[] = ['unsent', 'unanswered', 'reset', '57P01', '57P02', '25P03', '08006', '53100']
const lost = [
  ['/test/models', 'BEGIN'],
  ['/test/models', WITH_NAME],
  ['/test/models', 'COMMIT'],
  ['/test/driver', 'BEGIN'],
  ['/test/driver', WITH_NAME],
  ['/test/driver', 'COMMIT'],
  ['/test/statement', WITH_NAME],
  ['/test/model', WITH_NAME],
] as const

/** Twice, because statements are prepared at their second use. */
const cases = [1, 2].flatMap((n) => lost.flatMap((at) => LOSSES.map((how) => [...at, how, n] as const)))

/** A claim that is given back later would use the connection that the next test loses. */
const findUnsettled = (key: string) =>
  server.database.system.idempotencyKey.findFirst({ where: { key, state: { in: ['running', 'committed'] } } })

describe('a connection that is lost', () => {
  test.each(cases)('%s at %s (%s), use %i', async (path, statement, how) => {
    for (const key of [undefined, randomUUID()]) {
      // Name and key contain no statement: neither an earlier statement with the name nor the claim of the key must be lost.
      const name = randomUUID()
      way.loseAt(statement === WITH_NAME ? name : statement, how)
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
      const { statusCode, headers: received, body } = await caller.post(path, { name }, headers)
      expect([statusCode, received['content-type'], received['retry-after']], body).toEqual([
        503,
        'application/problem+json; charset=utf-8',
        '5',
      ])
      if (key !== undefined) await expect.poll(() => findUnsettled(key), { timeout: 5000 }).toBeNull()
      expect(JSON.parse(body)).toMatchObject({ code: 'unavailable', requestId: received['x-request-id'] })
      expect(body).not.toMatch(/prisma|127\.0\.0\.1|localhost|internal|socket|terminated/i)
    }
  })

  test.each([undefined, '57P03', '53300', '57P02'])('a database that is unavailable (%s)', async (code) => {
    way.cut(code)
    for (const [path] of lost) {
      const { statusCode, headers, body } = await caller.post(path, { name: 'x' }, { 'idempotency-key': `cut-${code}` })
      expect([statusCode, headers['retry-after']], body).toEqual([503, '5'])
      expect(body).not.toMatch(/prisma|127\.0\.0\.1|localhost|internal/i)
    }
    way.restore()
    await expect
      .poll(async () => (await caller.post('/test/models', { name: randomUUID() })).statusCode, { timeout: 10_000 })
      .toBe(200)
  })
})
