import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { targetsSql } from '#areas/integration/webhooks/fan-out/fan-out.sql'
import { webhookEventsSubscriber } from '#areas/integration/webhooks/fan-out/fan-out.subscriber'
import { kindsOf, listEventKinds } from '#kernel/outbox/event-kind'
import { openTenantDb, type TenantDb } from '#kernel/tenancy/tenant-db'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

const kinds = listEventKinds().map(({ kind }) => kind)
const families = [...new Set(kinds.map((kind) => kind.slice(0, kind.indexOf('.'))))]
const patterns = ['*', ...families.map((family) => `${family}.*`), ...kinds]

/** Compares part by part, because the kinds of one family can begin with the name of another: `task` and `tasktype`. */
const matches = (pattern: string, kind: string): boolean => {
  const [family, name] = pattern.split('.')
  const [ownFamily, ownName] = kind.split('.')
  return pattern === '*' || (family === ownFamily && (name === '*' || name === ownName))
}
const matching = (pattern: string) => kinds.filter((kind) => matches(pattern, kind))

let server: TestApp
let caller: TestCaller
let db: TenantDb
const webhooks = new Map<number, string>()

beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  db = openTenantDb(server.database, caller.tenant.id)
  for (const pattern of patterns) {
    const data = { tenantId: caller.tenant.id, url: 'https://patterns.example/', filters: [pattern] }
    webhooks.set((await server.database.system.webhook.create({ data })).id, pattern)
  }
})
afterAll(() => server.close())

describe('the pattern of a webhook', () => {
  it('is tested with families that begin with the same name', () => {
    const alike = families.filter((one) => families.some((other) => other !== one && other.startsWith(one)))
    expect(alike).toEqual(expect.arrayContaining(['task', 'project', 'membership']))
  })

  it('covers the same kinds in the rules of a save and in a list of its events', () => {
    for (const pattern of patterns) expect(kindsOf([pattern]), pattern).toEqual(matching(pattern))
    expect(kindsOf(['task', 'task.', '.*', 'task*', 'tas.*', '', 'Task.*'])).toEqual([])
  })

  it('receives every kind that it covers and no other', async () => {
    for (const kind of kinds) {
      const targets = await db.rows<{ id: number }>(targetsSql(caller.tenant.id, kind))
      const received = targets.map(({ id }) => webhooks.get(id))
      expect(received, kind).toEqual(patterns.filter((pattern) => matches(pattern, kind)))
    }
  })

  it('selects the events of which jobs are created, by itself', async () => {
    for (const pattern of ['*', ...families.map((family) => `${family}.*`)]) {
      const { tenant } = await server.tenant()
      const data = { tenantId: tenant.id, url: 'https://patterns.example/', filters: [pattern] }
      await server.database.system.webhook.create({ data })
      const events = kinds.map((kind, index) => ({ tenantId: tenant.id, id: index, kind }))
      const found = await webhookEventsSubscriber.filter?.(openTenantDb(server.database, tenant.id), events)
      const received = (found ?? []).map(({ id }) => id).sort((a, b) => a - b)
      expect(
        received.map((index) => kinds[index]),
        pattern,
      ).toEqual(matching(pattern))
    }
  })
})
