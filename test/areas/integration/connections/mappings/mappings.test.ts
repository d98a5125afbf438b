import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExchangeBench, makePair, ok, openExchangeBench } from '#test/support/api/connections'

let bench: ExchangeBench
beforeAll(async () => {
  bench = await openExchangeBench()
})
afterAll(() => bench.close())

describe('POST /api/connection/{connectionid} (saveConnection)', () => {
  it('returns 409 exchange-warnings without a mapped type, unless it is forced', async () => {
    const pair = await makePair(bench)
    const body = { ExchangeId: pair.exchangeId, SourceTenantKey: pair.source.tenant.key, IsContactFeedSync: true }
    const refused = await pair.target.post('/api/connection/0', body)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'exchange-warnings'])
    await ok(pair.target.post('/api/connection/0?forcesave=true', body))
    const again = await pair.target.post('/api/connection/0?forcesave=true', body)
    expect([again.statusCode, again.json().code]).toEqual([409, 'duplicate'])
  })

  it('names every unknown type, level and field in one response', async () => {
    const pair = await makePair(bench)
    const refused = await pair.target.post('/api/connection/0', {
      ...{ ExchangeId: pair.exchangeId, SourceTenantKey: pair.source.tenant.key },
      MembershipFeeds: [{ SourceMembershipTypeId: 999_999, TargetMembershipTypeId: 999_999 }],
      IndividualCustomFields: [{ Id: 999_999, IsSelected: true }],
    })
    expect(refused.statusCode, refused.body).toBe(422)
    expect(refused.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/IndividualCustomFields/0/Id',
      '/MembershipFeeds/0/SourceMembershipTypeId',
      '/MembershipFeeds/0/TargetMembershipTypeId',
    ])
  })
})
