import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import {
  connect,
  type ExchangeBench,
  makeMember,
  makePair,
  makeType,
  ok,
  openExchangeBench,
} from '#test/support/integration/connections'

let bench: ExchangeBench
beforeAll(async () => {
  bench = await openExchangeBench()
})
afterAll(() => bench.close())

const statusesOf = async (caller: TestCaller): Promise<Record<number, string>> => {
  const { Results } = await ok<{ Results: { MembershipTypeId: number; Status: string }[] }>(
    caller.get('/api/memberships'),
  )
  return Object.fromEntries(Results.map(({ MembershipTypeId, Status }) => [MembershipTypeId, Status]))
}

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

  it('ends the memberships of a type that is mapped to another one, and creates those of the new type', async () => {
    const linked = await connect(bench, await makePair(bench))
    const { source, target, sourceTypeId, targetTypeId } = linked
    await makeMember(source, sourceTypeId, { LastName: 'Moved' })
    await bench.settle()
    const otherTypeId = await makeType(target, { Name: 'Other member' })
    const map = async (TargetMembershipTypeId: number) => {
      const MembershipFeeds = [{ SourceMembershipTypeId: sourceTypeId, TargetMembershipTypeId }]
      await ok(target.post(`/api/connection/${linked.connectionId}?forcesave=true`, { MembershipFeeds }))
      await bench.settle()
      return statusesOf(target)
    }
    expect(await map(otherTypeId)).toEqual({ [targetTypeId]: 'Cancelled', [otherTypeId]: 'Active' })
    expect(await map(targetTypeId)).toEqual({ [targetTypeId]: 'Active', [otherTypeId]: 'Cancelled' })
  })

  it('returns 422 wrong-contact-type for a type of individuals that becomes one of organizations', async () => {
    const pair = await makePair(bench)
    const SourceMembershipTypeId = await makeType(pair.source, { SystemContactTypeId: 1 })
    const TargetMembershipTypeId = await makeType(pair.target, { SystemContactTypeId: 2 })
    const refused = await pair.target.post('/api/connection/0', {
      ExchangeId: pair.exchangeId,
      SourceTenantKey: pair.source.tenant.key,
      MembershipFeeds: [{ SourceMembershipTypeId, TargetMembershipTypeId }],
    })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'wrong-contact-type'])
    expect(refused.json().errors[0].pointer).toBe('/MembershipFeeds/0/TargetMembershipTypeId')
  })

  it('returns 422 for a type that is not active', async () => {
    const linked = await connect(bench, await makePair(bench))
    const { target, connectionId, sourceTypeId } = linked
    const TargetMembershipTypeId = await makeType(target, { Name: 'Closed', IsActive: false })
    const refused = await target.post(`/api/connection/${connectionId}`, {
      MembershipFeeds: [{ SourceMembershipTypeId: sourceTypeId, TargetMembershipTypeId }],
    })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'unknown-reference'])
  })

  it('names every unknown type, level and field in one response', async () => {
    const pair = await makePair(bench)
    const refused = await pair.target.post('/api/connection/0', {
      ExchangeId: pair.exchangeId,
      SourceTenantKey: pair.source.tenant.key,
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
