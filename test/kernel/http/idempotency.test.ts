import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ruleRefused } from '#kernel/errors/problem'
import { recordChange } from '#kernel/records/record-change'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let caller: TestCaller
let release: (() => void) | undefined
let isRefusing = true

beforeAll(async () => {
  server = await buildTestApp({
    routes: async (app) => {
      const config = { scope: 'contacts:write' }
      app.post<{ Body: { name: string; wait?: boolean } }>('/test/groups', { config }, async ({ scope, body }) => {
        if (body.wait) {
          await new Promise<void>((resolve) => {
            release = resolve
          })
        }
        if (body.name === 'refused' && isRefusing) throw ruleRefused('too-many', 'no')
        return scope.db.transaction(async (tx) => {
          const { tenantId } = scope.db
          const group = await tx.group.create({ data: { tenantId, name: body.name } })
          await recordChange(scope, tx, { entity: 'group', entityId: group.id, auditId: 1, action: 'created' })
          return { id: group.id, secret: 'ghk_shown-once' }
        })
      })
      app.post<{ Body: { name: string } }>('/test/declined', { config }, async ({ scope, body }) => {
        await scope.db.transaction(async (tx) => {
          const group = await tx.group.create({ data: { tenantId: scope.db.tenantId, name: body.name } })
          await recordChange(scope, tx, { entity: 'group', entityId: group.id, auditId: 1, action: 'created' })
        })
        throw ruleRefused('too-many', 'recorded and refused')
      })
      app.post('/test/secret', { config }, async (_request, reply) => {
        reply.header('x-api-key', `ghk_${randomUUID()}`)
        return {}
      })
      app.post('/test/file', { config }, async (_request, reply) => reply.type('text/csv').send(Buffer.from('a;b')))
    },
  })
  caller = await server.tenant()
})
afterAll(() => server.close())

const count = (name: string) => server.database.system.group.count({ where: { tenantId: caller.tenant.id, name } })

test('50 identical POSTs with one key create one row, and every response is the first one or "still running"', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => caller.post('/test/groups', { name: 'one' }, { 'idempotency-key': 'k1' })),
  )
  expect(await count('one')).toBe(1)
  const good = answers.filter(({ statusCode }) => statusCode === 200)
  expect(new Set(good.map(({ body }) => body)).size).toBe(1)
  expect(answers.filter(({ statusCode }) => ![200, 409].includes(statusCode))).toEqual([])
  const again = await caller.post('/test/groups', { name: 'one' }, { 'idempotency-key': 'k1' })
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body).toBe(good[0]?.body)
})

test('rejects another body with the same key', async () => {
  await caller.post('/test/groups', { name: 'two' }, { 'idempotency-key': 'k2' })
  const other = await caller.post('/test/groups', { name: 'three' }, { 'idempotency-key': 'k2' })
  expect(other.statusCode).toBe(422)
  expect(other.json().code).toBe('idempotency-key-reused')
  expect(await count('three')).toBe(0)
})

test('returns 409 for a repeat while the first request still runs', async () => {
  const first = caller.post('/test/groups', { name: 'slow', wait: true }, { 'idempotency-key': 'k3' })
  await expect.poll(() => release !== undefined).toBe(true)
  const second = await caller.post('/test/groups', { name: 'slow', wait: true }, { 'idempotency-key': 'k3' })
  expect(second.json()).toMatchObject({ status: 409, code: 'idempotency-running' })
  release?.()
  expect((await first).statusCode).toBe(200)
  expect(await count('slow')).toBe(1)
})

test('does not store a refusal that changed nothing: the same or a corrected request is carried out later', async () => {
  const key = { 'idempotency-key': 'k4' }
  expect((await caller.post('/test/groups', '{', key)).statusCode).toBe(400)
  for (const _ of [1, 2]) {
    const refused = await caller.post('/test/groups', { name: 'refused' }, key)
    expect([refused.statusCode, refused.headers['idempotent-replayed']]).toEqual([422, undefined])
  }
  isRefusing = false
  expect((await caller.post('/test/groups', { name: 'refused' }, key)).statusCode).toBe(200)
  isRefusing = true
  const again = await caller.post('/test/groups', { name: 'refused' }, key)
  expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
})

test('repeats a refusal that made a change', async () => {
  const send = () => caller.post('/test/declined', { name: 'declined' }, { 'idempotency-key': 'k11' })
  expect((await send()).headers['idempotent-replayed']).toBeUndefined()
  const again = await send()
  expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([422, 'true'])
  expect(await count('declined')).toBe(1)
})

test('a key belongs to one credential', async () => {
  const other = await server.tenant()
  await caller.post('/test/groups', { name: 'mine' }, { 'idempotency-key': 'k5' })
  const theirs = await other.post('/test/groups', { name: 'mine' }, { 'idempotency-key': 'k5' })
  expect(theirs.headers['idempotent-replayed']).toBeUndefined()
  expect(await server.database.system.group.count({ where: { tenantId: other.tenant.id } })).toBe(1)
})

test('does not repeat a change whose response was lost in a crash', async () => {
  const where = { tenantId: caller.tenant.id, key: 'k6' }
  await caller.post('/test/groups', { name: 'lost' }, { 'idempotency-key': 'k6' })
  await server.database.system.idempotencyKey.updateMany({
    where,
    data: { state: 'committed', claimedBy: randomUUID(), status: null, body: null },
  })
  const again = await caller.post('/test/groups', { name: 'lost' }, { 'idempotency-key': 'k6' })
  expect(again.json()).toMatchObject({ status: 409, code: 'idempotency-answer-lost' })
  expect(await count('lost')).toBe(1)
})

test('stores responses encrypted', async () => {
  await caller.post('/test/groups', { name: 'sealed' }, { 'idempotency-key': 'k7' })
  const kept = await server.database.system.idempotencyKey.findFirstOrThrow({ where: { key: 'k7' } })
  expect(kept.body).not.toContain('shown-once')
  expect(Buffer.from(kept.body ?? '', 'base64').toString('latin1')).not.toContain('shown-once')
})

test('rejects a key that is not visible ASCII, and names the header', async () => {
  const answer = await caller.post('/test/groups', { name: 'x' }, { 'idempotency-key': 'a b' })
  expect(answer.json().errors[0].pointer).toBe('header:Idempotency-Key')
})

test('returns a secret in a header again to a repeat, and stores it encrypted', async () => {
  const key = { 'idempotency-key': 'k8' }
  const first = await caller.post('/test/secret', {}, key)
  const again = await caller.post('/test/secret', {}, key)
  expect([again.headers['idempotent-replayed'], again.headers['x-api-key']]).toEqual([
    'true',
    first.headers['x-api-key'],
  ])
  const kept = await server.database.system.idempotencyKey.findFirstOrThrow({ where: { key: 'k8' } })
  expect(JSON.stringify(kept)).not.toContain(first.headers['x-api-key'])
})

test('never repeats a response that is not text as an empty one', async () => {
  const key = { 'idempotency-key': 'k9' }
  for (const answer of [await caller.post('/test/file', {}, key), await caller.post('/test/file', {}, key)])
    expect([answer.body, answer.headers['idempotent-replayed']]).toEqual(['a;b', undefined])
})

test('ignores the order of fields and undocumented fields when it compares requests', async () => {
  const key = { 'idempotency-key': 'k10' }
  const first = await caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Order' }, key)
  const again = await caller.post('/api/contacts/person/0', { Unknown: 1, LastName: 'Order', FirstName: 'Ada' }, key)
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body])
  const elsewhere = await caller.post('/test/file', { FirstName: 'Ada', LastName: 'Order' }, key)
  expect(elsewhere.statusCode).toBe(422)
})
