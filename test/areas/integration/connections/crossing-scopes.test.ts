import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import {
  connect,
  type ExchangeBench,
  makePair,
  ok,
  openExchangeBench,
  type Pair,
} from '#test/support/integration/connections'

let bench: ExchangeBench
beforeAll(async () => {
  bench = await openExchangeBench()
})
afterAll(() => bench.close())

const KEY = ['connections:read', 'connections:write']
const READ = ['contacts:read', 'memberships:read']
const WRITE = ['contacts:write', 'memberships:write']

const keyOf = ({ tenant }: TestCaller, ...scopes: string[]) => bench.server.caller(tenant, [...KEY, ...scopes])

const named = ({ tenant }: TestCaller) => [{ TenantKey: tenant.key }]

interface Refusal {
  statusCode: number
  headers: Record<string, unknown>
  json(): { code?: string; detail?: string }
}

const expectMissing = (answer: Refusal, scope: string) => {
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'insufficient-scope'])
  expect(answer.json().detail).toContain(scope)
  expect(answer.headers['www-authenticate']).toContain(`scope="${scope}"`)
}

const actionsOf = async (caller: TestCaller, path: string) => {
  const body = await ok<{ Results?: { Actions: string[] }[] } & { Actions: string[] }[]>(caller.get(path))
  return (body.Results ?? body)[0]?.Actions
}

/** Two tenants and an exchange of the target that the source has not accepted. */
const invite = async (): Promise<Pick<Pair, 'source' | 'target'> & { id: number }> => {
  const source = await bench.open()
  const target = await bench.open()
  const body = { ExchangeName: 'Invited', SourceTenants: named(source), TargetTenants: named(target) }
  await ok(target.post('/api/exchange/0', body))
  await bench.settle()
  const [invitation] = await ok<{ ExchangeId: number }[]>(source.get('/api/exchange/all'))
  return { source, target, id: Number(invitation?.ExchangeId) }
}

describe('POST /api/exchange/accept/{exchangeid} (acceptExchange)', () => {
  it('requires the scopes to read contacts and memberships if this tenant is a source, and offers accept only with them', async () => {
    const { source, id } = await invite()
    const bare = await keyOf(source)
    expect(await actionsOf(bare, '/api/exchange/all')).toEqual(['decline'])
    expectMissing(await bare.post(`/api/exchange/accept/${id}`), 'contacts:read')
    expectMissing(await (await keyOf(source, 'contacts:read')).post(`/api/exchange/accept/${id}`), 'memberships:read')
    const reader = await keyOf(source, ...READ)
    expect(await actionsOf(reader, '/api/exchange/all')).toEqual(['accept', 'decline'])
    await ok(reader.post(`/api/exchange/accept/${id}`))
    await ok(bare.post(`/api/exchange/decline/${id}`))
  })

  it('requires none of them from a target, where nothing crosses before it connects', async () => {
    const source = await bench.open()
    const target = await bench.open()
    const body = { ExchangeName: 'Receiving', SourceTenants: named(source), TargetTenants: named(target) }
    await ok(source.post('/api/exchange/0', body))
    await bench.settle()
    const bare = await keyOf(target)
    const [invitation] = await ok<{ ExchangeId: number }[]>(bare.get('/api/exchange/all'))
    await ok(bare.post(`/api/exchange/accept/${invitation?.ExchangeId}`))
  })
})

describe('POST /api/exchange/{exchangeid} (saveExchange)', () => {
  it('requires the scopes to read contacts and memberships only while it names this tenant as source', async () => {
    const owner = await bench.open()
    const other = await bench.open()
    const bare = await keyOf(owner)
    const reader = await keyOf(owner, ...READ)
    const giving = { ExchangeName: 'Giving', SourceTenants: named(owner), TargetTenants: named(other) }
    expectMissing(await bare.post('/api/exchange/0', giving), 'contacts:read')
    const { ExchangeId } = await ok<{ ExchangeId: number }>(reader.post('/api/exchange/0', giving))
    expect(await actionsOf(bare, '/api/exchange/all')).toEqual(['delete'])
    expect(await actionsOf(reader, '/api/exchange/all')).toEqual(['edit', 'delete'])
    const third = await bench.open()
    const sides = { SourceTenants: named(other), TargetTenants: named(third) }
    await ok(bare.post(`/api/exchange/${ExchangeId}`, { ExchangeName: 'Giving', ...sides, ForceSave: true }))
  })
})

describe('POST /api/connection/{connectionid} (saveConnection)', () => {
  it('requires the scopes to change contacts and memberships, and offers edit only with them', async () => {
    const pair = await makePair(bench)
    const body = { ExchangeId: pair.exchangeId, SourceTenantKey: pair.source.tenant.key, ForceSave: true }
    const bare = await keyOf(pair.target, ...READ)
    expectMissing(await bare.post('/api/connection/0', body), 'contacts:write')
    expectMissing(
      await (await keyOf(pair.target, 'contacts:write')).post('/api/connection/0', body),
      'memberships:write',
    )
    const writer = await keyOf(pair.target, ...WRITE)
    const { ConnectionId } = await ok<{ ConnectionId: number }>(writer.post('/api/connection/0', body))
    expect(await actionsOf(writer, '/api/connection/all')).toEqual(['view', 'edit', 'disable', 'delete'])
    expect(await actionsOf(bare, '/api/connection/all')).toEqual(['view', 'disable', 'delete'])
    expect(await ok(bare.get(`/api/connection/${ConnectionId}`))).toMatchObject({ ReadOnly: true })
    expectMissing(await bare.post(`/api/connection/${ConnectionId}`, { ForceSave: true }), 'contacts:write')
  })
})

describe('POST /api/connection/enable/{connectionid} (enableConnection)', () => {
  it('requires the scopes of its side, but disabling does not', async () => {
    const linked = await connect(bench, await makePair(bench))
    const sides = [
      { side: linked.source, missing: 'contacts:read', all: READ },
      { side: linked.target, missing: 'contacts:write', all: WRITE },
    ]
    for (const { side, missing, all } of sides) {
      const bare = await keyOf(side)
      const full = await keyOf(side, ...all)
      const { Results } = await ok<{ Results: { ConnectionId: number }[] }>(bare.get('/api/connection/all'))
      const id = Results[0]?.ConnectionId
      await ok(bare.post(`/api/connection/disable/${id}`))
      expect(await actionsOf(bare, '/api/connection/all')).not.toContain('enable')
      expect(await actionsOf(full, '/api/connection/all')).toContain('enable')
      expectMissing(await bare.post(`/api/connection/enable/${id}`), missing)
      await ok(full.post(`/api/connection/enable/${id}`))
    }
  })
})
