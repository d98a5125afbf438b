import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenantDb, withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
})
afterAll(() => server.close())

const LARGE = 5_000_000_000
const values = Prisma.sql`SELECT ${LARGE}::bigint AS one, ARRAY[${LARGE}::bigint, NULL] AS several, NULL::bigint AS none,
  '{"a":1}'::jsonb AS json`
const VALUES = { one: LARGE, several: [LARGE, null], none: null, json: { a: 1 } }

test('statements return bigint columns as numbers, on every connection', async () => {
  const db = openTenantDb(server.database, caller.tenant.id)
  expect(await db.rows(values)).toEqual([VALUES])
  expect(await db.transaction((tx) => tx.rows(values))).toEqual([VALUES])
  expect(await db.transaction((tx) => tx.rows(values), { onDriver: true })).toEqual([VALUES])
  expect(await withRows(server.database.system).rows(values)).toEqual([VALUES])
  expect((await server.database.systemPool.query('SELECT 5000000000 AS one')).rows).toEqual([{ one: LARGE }])
})

test('a bigint beyond 2^53 is an error, not another number', async () => {
  const db = openTenantDb(server.database, caller.tenant.id)
  const beyond = Prisma.sql`SELECT 9007199254740993 AS one`
  await expect(db.rows(beyond)).rejects.toThrow('beyond 2^53')
  await expect(withRows(server.database.system).rows(beyond)).rejects.toThrow('beyond 2^53')
})

test('models return bigint columns as numbers, in records of relations and in sums too', async () => {
  const { system } = server.database
  const tenantId = caller.tenant.id
  const at = new Date()
  const event = { tenantId, kind: 'test.created', entity: 'test', entityId: LARGE, auditId: 1, actor: 'system' }
  const data = { ...event, payload: { nested: [{ a: 1 }] }, occurredAt: at }
  const { id } = await system.outboxEvent.create({ data })
  expect(id).toBeTypeOf('number')
  const stored = await system.$transaction((tx) => tx.outboxEvent.findMany({ where: { tenantId, entityId: LARGE } }))
  expect(stored).toMatchObject([{ id, entityId: LARGE, payload: { nested: [{ a: 1 }] }, occurredAt: at }])
  expect(await system.outboxEvent.aggregate({ where: { tenantId, id }, _max: { entityId: true } })).toEqual({
    _max: { entityId: LARGE },
  })
  await system.outboxEvent.deleteMany({ where: { tenantId, id } })
})
