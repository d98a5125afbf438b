import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import {
  connect,
  contactsOf,
  type ExchangeBench,
  makeMember,
  makePair,
  ok,
  openExchangeBench,
} from '#test/support/integration/connections'
import { expectShape } from '#test/support/server/contract-shape'

interface ListedExchange {
  ExchangeId: number
  ExchangeName: string
  Actions: string[]
  SourceTenantsList: { TenantKey: string; ConsentStatus: string }[]
  TargetTenantsList: { TenantKey: string; ConsentStatus: string }[]
}

let bench: ExchangeBench
beforeAll(async () => {
  bench = await openExchangeBench()
})
afterAll(() => bench.close())

const named = (...callers: TestCaller[]) => callers.map(({ tenant }) => ({ TenantKey: tenant.key }))

const listOf = async (caller: TestCaller): Promise<ListedExchange[]> => {
  const list = await ok<ListedExchange[]>(caller.get('/api/exchange/all'))
  expectShape('listExchanges', list)
  return list
}

const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]

describe('POST /api/exchange/{exchangeid} (saveExchange)', () => {
  it('invites the tenants that it names, which take part only after they accept', async () => {
    const owner = await bench.open()
    const other = await bench.open()
    const body = { ExchangeName: 'Regional', SourceTenants: named(other), TargetTenants: named(owner) }
    const saved = await ok<ListedExchange>(owner.post('/api/exchange/0', body))
    expectShape('saveExchange', saved)
    expect(saved.SourceTenantsList.map(({ ConsentStatus }) => ConsentStatus)).toEqual(['Invited'])
    expect(saved.TargetTenantsList.map(({ ConsentStatus }) => ConsentStatus)).toEqual(['Accepted'])
    await bench.settle()
    const [invitation] = await listOf(other)
    expect(invitation).toMatchObject({ ExchangeName: 'Regional', Actions: ['accept', 'decline'] })
    expect(await ok(owner.get('/api/connection/tenants/lookup'))).toEqual([])
    await ok(other.post(`/api/exchange/accept/${invitation?.ExchangeId}`))
    await bench.settle()
    expect(await ok(owner.get('/api/connection/tenants/lookup'))).toMatchObject([
      { SyncFromTenantKey: other.tenant.key, ExchangeId: saved.ExchangeId },
    ])
  })

  it('rejects a tenant on both sides, unknown tenants and tenants that are not open to exchanges', async () => {
    const owner = await bench.open()
    const closed = await bench.server.tenant()
    const twice = { ExchangeName: 'Twice', SourceTenants: named(owner), TargetTenants: named(owner) }
    expect(codeOf(await owner.post('/api/exchange/0', twice))).toEqual([422, 'both-sides'])
    const shut = { ExchangeName: 'Shut', SourceTenants: named(owner), TargetTenants: named(closed) }
    const refused = await owner.post('/api/exchange/0', shut)
    expect(codeOf(refused)).toEqual([422, 'unknown-reference'])
    expect(refused.json().errors[0].pointer).toBe('/TargetTenants/0/TenantKey')
  })

  it('keeps names unique, and belongs to its owner', async () => {
    const { source, target, exchangeId, sourceExchangeId } = await makePair(bench)
    const body = { ExchangeName: 'STATEWIDE exchange', SourceTenants: named(source), TargetTenants: named(target) }
    expect(codeOf(await source.post('/api/exchange/0', body))).toEqual([409, 'duplicate'])
    expect(codeOf(await target.post(`/api/exchange/${exchangeId}`, body))).toEqual([403, 'not-the-owner'])
    await ok(source.post(`/api/exchange/${sourceExchangeId}`, { ...body, ExchangeName: 'Renamed' }))
    await bench.settle()
    expect((await listOf(target)).map(({ ExchangeName }) => ExchangeName)).toEqual(['Renamed'])
  })

  it('warns before it withdraws a tenant that has accepted, and disables its connections', async () => {
    const linked = await connect(bench, await makePair(bench))
    const other = await bench.open()
    const body = { ExchangeName: 'Changed', SourceTenants: named(linked.source), TargetTenants: named(other) }
    const url = `/api/exchange/${linked.sourceExchangeId}`
    expect(codeOf(await linked.source.post(url, body))).toEqual([409, 'exchange-warnings'])
    await ok(linked.source.post(url, { ...body, ForceSave: true }))
    await bench.settle()
    const { Results } = await ok<{ Results: { IsActive: boolean }[] }>(linked.target.get('/api/connection/all'))
    expect(Results.map(({ IsActive }) => IsActive)).toEqual([false])
    const enabled = await linked.target.post(`/api/connection/enable/${linked.connectionId}`)
    expect(codeOf(enabled)).toEqual([409, 'not-in-exchange'])
    expect((await linked.target.get(`/api/exchange/${linked.exchangeId}`)).statusCode).toBe(404)
  })

  it('connects a tenant that was withdrawn and invited again', async () => {
    const linked = await connect(bench, await makePair(bench))
    const { source, target } = linked
    const other = await bench.open()
    const url = `/api/exchange/${linked.sourceExchangeId}`
    const save = async (...targets: TestCaller[]) => {
      const body = { ExchangeName: 'Again', SourceTenants: named(source), TargetTenants: named(...targets) }
      await ok(source.post(url, { ...body, ForceSave: true }))
      await bench.settle()
    }
    await save(other)
    await ok(target.delete(`/api/connection/${linked.connectionId}`))
    await save(other, target)
    const [invitation] = await listOf(target)
    await ok(target.post(`/api/exchange/accept/${invitation?.ExchangeId}`))
    await bench.settle()
    await ok(
      target.post('/api/connection/0', {
        ExchangeId: Number(invitation?.ExchangeId),
        SourceTenantKey: source.tenant.key,
        IsContactFeedSync: true,
        IsMembershipsSync: true,
        IsIndividualGeneralInfo: true,
        MembershipFeeds: [{ SourceMembershipTypeId: linked.sourceTypeId, TargetMembershipTypeId: linked.targetTypeId }],
      }),
    )
    await makeMember(source, linked.sourceTypeId, { LastName: 'Again' })
    await bench.settle()
    expect([...(await contactsOf(target)).keys()]).toContain('Ada Again')
  })
})

describe('POST /api/exchange/decline/{exchangeid} (declineExchange)', () => {
  it('lets a tenant leave, which disables its connections on both sides', async () => {
    const linked = await connect(bench, await makePair(bench))
    await ok(linked.target.post(`/api/exchange/decline/${linked.exchangeId}`))
    await bench.settle()
    for (const caller of [linked.source, linked.target]) {
      const { Results } = await ok<{ Results: { IsActive: boolean }[] }>(caller.get('/api/connection/all'))
      expect(Results.map(({ IsActive }) => IsActive)).toEqual([false])
    }
    const [listed] = await listOf(linked.source)
    expect(listed?.TargetTenantsList.map(({ ConsentStatus }) => ConsentStatus)).toEqual(['Declined'])
  })

  it('disables its connections until both tenants have enabled them again', async () => {
    const linked = await connect(bench, await makePair(bench))
    const { source, target } = linked
    const isActive = async () => {
      const rows = [source, target].map((caller) =>
        ok<{ Results: { IsActive: boolean; ConnectionId: number }[] }>(caller.get('/api/connection/all')),
      )
      return (await Promise.all(rows)).map(({ Results }) => Results[0]?.IsActive)
    }
    await ok(target.post(`/api/exchange/decline/${linked.exchangeId}`))
    await bench.settle()
    await ok(target.post(`/api/exchange/accept/${linked.exchangeId}`))
    await bench.settle()
    await ok(target.post(`/api/connection/enable/${linked.connectionId}`))
    await bench.settle()
    expect(await isActive()).toEqual([false, false])
    const { Results } = await ok<{ Results: { ConnectionId: number }[] }>(source.get('/api/connection/all'))
    await ok(source.post(`/api/connection/enable/${Results[0]?.ConnectionId}`))
    await makeMember(source, linked.sourceTypeId, { LastName: 'Resumed' })
    await bench.settle()
    expect(await isActive()).toEqual([true, true])
    expect([...(await contactsOf(target)).keys()]).toContain('Ada Resumed')
  })

  it('returns 409 to the owner, and 404 to a tenant that is not named', async () => {
    const { source, sourceExchangeId } = await makePair(bench)
    expect(codeOf(await source.post(`/api/exchange/decline/${sourceExchangeId}`))).toEqual([409, 'owner-takes-part'])
    const stranger = await bench.open()
    expect((await stranger.post(`/api/exchange/decline/${sourceExchangeId}`)).statusCode).toBe(404)
  })
})

describe('POST /api/exchange/accept/{exchangeid} (acceptExchange)', () => {
  it('changes nothing the second time', async () => {
    const { target, exchangeId } = await makePair(bench)
    const answer = await target.post(`/api/exchange/accept/${exchangeId}`)
    expectShape('acceptExchange', answer.json())
    const again = await target.post(`/api/exchange/accept/${exchangeId}`)
    expect(again.headers.etag).toBe(answer.headers.etag)
  })
})

describe('DELETE /api/exchange/{exchangeid} (deleteExchange)', () => {
  it('returns 409 while there is a connection, then removes it everywhere', async () => {
    const linked = await connect(bench, await makePair(bench))
    const url = `/api/exchange/${linked.sourceExchangeId}`
    const refused = await linked.source.delete(url)
    expect(codeOf(refused)).toEqual([409, 'in-use'])
    await ok(linked.target.delete(`/api/connection/${linked.connectionId}`))
    await bench.settle()
    await ok(linked.source.delete(url))
    await bench.settle()
    expect([await listOf(linked.source), await listOf(linked.target)]).toEqual([[], []])
  })
})

describe('POST /api/exchange/all (searchExchanges)', () => {
  it('searches names of exchanges and tenants, and counts exactly', async () => {
    const { target, source } = await makePair(bench)
    const page = await ok<{ TotalRecordAvailable: string; Results: ListedExchange[] }>(
      target.post('/api/exchange/all', { Criteria: source.tenant.name.toUpperCase(), OrderBy: 'ExchangeName desc' }),
    )
    expectShape('searchExchanges', page)
    expect(page.TotalRecordAvailable).toBe('1')
    const none = await ok<{ Results: object[] }>(target.post('/api/exchange/all', { Filter: "ExchangeName eq 'x'" }))
    expect(none.Results).toEqual([])
  })
})

describe('GET /api/exchange/all (listExchanges)', () => {
  it('returns the exchanges of the tenant by name, and only those', async () => {
    const owner = await bench.open()
    const other = await bench.open()
    for (const ExchangeName of ['Beta', 'alpha'])
      await ok(
        owner.post('/api/exchange/0', { ExchangeName, SourceTenants: named(owner), TargetTenants: named(other) }),
      )
    expect((await listOf(owner)).map(({ ExchangeName }) => ExchangeName)).toEqual(['alpha', 'Beta'])
    expect(await listOf(await bench.open())).toEqual([])
  })
})

describe('GET /api/exchange/{exchangeid} (getExchange)', () => {
  it('shows the tenants with their consent, to those that it names only', async () => {
    const { target, exchangeId, sourceExchangeId } = await makePair(bench)
    const exchange = await ok(target.get(`/api/exchange/${exchangeId}`))
    expectShape('getExchange', exchange)
    expect(exchange).toMatchObject({ TargetTenants: [{ TenantKey: target.tenant.key, ConsentStatus: 'Accepted' }] })
    expect((await (await bench.open()).get(`/api/exchange/${sourceExchangeId}`)).statusCode).toBe(404)
  })
})

describe('GET /api/exchange/sourcetenants/lookup/{search} (lookupSourceTenants)', () => {
  it('finds only tenants that are open to exchanges', async () => {
    const caller = await bench.open()
    const open = await bench.open()
    const closed = await bench.server.tenant()
    for (const side of ['sourcetenants', 'targettenants']) {
      const found = async (text: string) => {
        const url = `/api/exchange/${side}/lookup/${encodeURIComponent(text)}`
        return (await ok<{ TenantKey: string }[]>(caller.get(url))).map(({ TenantKey }) => TenantKey)
      }
      expect(await found(open.tenant.key)).toEqual([open.tenant.key])
      expect(await found(closed.tenant.key)).toEqual([])
    }
  })
})

describe('GET /api/exchange/targettenants/lookup/{search} (lookupTargetTenants)', () => {
  it('requires three characters', async () => {
    expect((await (await bench.open()).get('/api/exchange/targettenants/lookup/ab')).statusCode).toBe(400)
  })
})
