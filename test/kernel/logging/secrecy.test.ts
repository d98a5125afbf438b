import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#kernel/logging/logger'
import type { TenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

/** Texts of users and secrets, which must not be in the log. */
const WRITTEN = ['Xanthippe', 'xanthippe@secret.example', '+1 202 555 0177', 'Elm Street 13']

let server: TestApp
let caller: TestCaller
const lines: string[] = []

beforeAll(async () => {
  server = await buildTestApp({
    log: createLogger('trace', { write: (line) => void lines.push(line) }),
    routes: async (app) => {
      const config = { scope: 'contacts:write' }
      const group = { name: WRITTEN[0] ?? '' }
      const failures: Record<string, (db: TenantDb, tenantId: number) => Promise<unknown>> = {
        unique: (db, tenantId) =>
          db.transaction(async (tx) => {
            for (let i = 0; i < 2; i++) await tx.group.create({ data: { tenantId, id: 77, ...group } })
          }),
        check: (db, tenantId) => db.prisma.group.create({ data: { tenantId: tenantId + 1, ...group } }),
        unknown: (db, tenantId) => db.prisma.group.create({ data: { tenantId, ...group, mail: WRITTEN[1] } as never }),
        cast: (db) => db.rows(Prisma.sql`select ${WRITTEN[1]}::text::int`),
        raw: (db) => db.prisma.$queryRaw`select ${WRITTEN[3]}::text::date`,
        direct: (db) => db.transaction((tx) => tx.rows(Prisma.sql`select ${WRITTEN[2]}::text::uuid`)),
        raised: (db) => db.transaction((tx) => tx.$executeRaw`select ${WRITTEN[0]}::text::jsonb`),
        timeout: (db) =>
          db.transaction(async (tx) => {
            await tx.rows(Prisma.sql`set local statement_timeout = 50`)
            await tx.rows(Prisma.sql`select pg_sleep(5), ${WRITTEN[0]}::text`)
          }),
      }
      for (const [name, fail] of Object.entries(failures))
        app.post(`/test/${name}`, { config }, async ({ scope }) => fail(scope.db, scope.tenant.id))
    },
  })
  caller = await server.tenant()
})
afterAll(() => server.close())

test.each(['unique', 'check', 'unknown', 'cast', 'raw', 'direct', 'raised', 'timeout'])(
  'a database error (%s) is logged by its kind, and neither log nor response contains the values',
  async (name) => {
    const before = lines.length
    const answer = await caller.post(`/test/${name}`, { FirstName: WRITTEN[0] })
    const logged = lines.slice(before).join('')
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(logged).toContain(answer.json().requestId)
    for (const text of WRITTEN) for (const place of [logged, answer.body]) expect(place).not.toContain(text)
    expect(answer.body).not.toMatch(/prisma|select |\bat .*\.ts/i)
  },
)

test('the log contains no query, body, header or credential of a request', async () => {
  const before = lines.length
  const query = encodeURIComponent(WRITTEN[1] ?? '')
  await caller.get(`/api/contacts?criteria=${query}&$orderby=${query}`)
  await caller.get(`/api/nowhere?name=${query}`)
  await caller.post('/api/contacts/person/0', `{"FirstName":"${WRITTEN[0]}",`)
  await caller.post('/api/contacts/person/0', { FirstName: { text: WRITTEN[0] } })
  await caller.post(
    '/api/contacts/person/0',
    { FirstName: WRITTEN[0], LastName: WRITTEN[3] },
    { cookie: 'a=Xanthippe' },
  )
  await server.app.inject({ url: `/api/contacts?x-api-key=${caller.key}`, headers: { 'x-api-key': `${caller.key}x` } })
  await server.app.inject({ url: '/api/contacts', headers: { authorization: `Basic ${caller.key}` } })
  const logged = lines.slice(before).join('')
  expect(lines.length).toBeGreaterThan(before + 7)
  for (const text of [...WRITTEN, query, caller.key, 'Xanthippe']) expect(logged).not.toContain(text)
})

test('the log contains the route instead of a path that is a secret', async () => {
  const made = await caller.post('/api/calendars/0', { Name: 'Published', IsICalPublishingEnabled: true })
  const { EntireUrl } = (await caller.get(`/api/calendars/${made.json().CalendarId}`)).json()
  const { pathname } = new URL(EntireUrl)
  const before = lines.length
  expect((await server.app.inject({ url: pathname })).statusCode).toBe(200)
  expect((await server.app.inject({ url: pathname.replace('.ics', 'x.ics') })).statusCode).toBe(404)
  const logged = lines.slice(before).join('')
  expect(logged).toContain('/api/public/calendars/:feed')
  expect(logged).not.toContain(pathname.slice(-20, -4))
})
