import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import {
  connect,
  type ExchangeBench,
  makePair,
  makeType,
  ok,
  openExchangeBench,
  type Pair,
} from '#test/support/integration/connections'
import { expectShape } from '#test/support/server/contract-shape'

let bench: ExchangeBench
let pair: Pair
beforeAll(async () => {
  bench = await openExchangeBench()
  pair = await makePair(bench)
})
afterAll(() => bench.close())

const lookup = async <T>(operation: string, path: string, caller: TestCaller = pair.target): Promise<T[]> => {
  const found = await ok<T[]>(caller.get(`/api/connection/${path}`))
  expectShape(operation, found)
  return found
}

const field = (caller: TestCaller, DisplayName: string, ObjectTypeId: number, CustomFieldDataTypeId = 1) =>
  ok(
    caller.post('/api/customfields/0', {
      Name: DisplayName.replaceAll(' ', '_'),
      DisplayName,
      ObjectTypeId,
      CustomFieldDataTypeId,
    }),
  )

describe('GET /api/connection/membershiptype/lookup (lookupMembershipTypeMappings)', () => {
  it('returns the active types of this tenant by name', async () => {
    await makeType(pair.target, { Name: 'Zeta', SystemContactTypeId: 2, CoversPeople: true })
    await makeType(pair.target, { Name: 'Alpha' })
    expect(await lookup('lookupMembershipTypeMappings', 'membershiptype/lookup')).toMatchObject([
      { Name: 'Alpha', OwnedByType: null, InheritanceType: 'None' },
      { Name: 'Zeta', OwnedByType: 'Organization', InheritanceType: 'People' },
    ])
  })
})

describe('GET /api/connection/membershiptype/lookup/{sourcetenantkey} (lookupSourceMembershipTypeMappings)', () => {
  it('returns the types of the source, and 404 to a tenant that is not its target', async () => {
    await makeType(pair.source, { Name: 'Of the source' })
    const path = `membershiptype/lookup/${pair.source.tenant.key}`
    expect(await lookup('lookupSourceMembershipTypeMappings', path)).toMatchObject([{ Name: 'Of the source' }])
    const stranger = await bench.open()
    expect((await stranger.get(`/api/connection/${path}`)).statusCode).toBe(404)
    const reverse = await pair.source.get(`/api/connection/membershiptype/lookup/${pair.target.tenant.key}`)
    expect(reverse.statusCode).toBe(404)
  })
})

describe('GET /api/connection/membershiptypelevel/lookup/{sourcetenantkey} (lookupSourceMembershipLevels)', () => {
  it('returns the levels of the source with their types', async () => {
    const typeId = await makeType(pair.source, { Name: 'With levels' })
    await ok(pair.source.post(`/api/membershiptypes/${typeId}/levels/0`, { Name: 'Gold', Price: 0 }))
    const path = `membershiptypelevel/lookup/${pair.source.tenant.key}`
    expect(await lookup('lookupSourceMembershipLevels', path)).toMatchObject([
      { Name: 'Gold', ExtraData: String(typeId) },
    ])
  })
})

describe('GET /api/connection/individualcustomfield/lookup/{sourcetenantkey} (lookupIndividualCustomFields)', () => {
  it('leaves out fields whose values mean nothing in another tenant', async () => {
    await field(pair.source, 'Licence', 2)
    await field(pair.source, 'Sponsor', 2, 12)
    const path = `individualcustomfield/lookup/${pair.source.tenant.key}`
    const found = await lookup<{ Name: string }>('lookupIndividualCustomFields', path)
    expect(found.map(({ Name }) => Name)).toEqual(['Licence'])
  })
})

describe('GET /api/connection/organizationcustomfield/lookup/{sourcetenantkey} (lookupOrganizationCustomFields)', () => {
  it('marks the fields that the connection synchronizes', async () => {
    const linkable = await makePair(bench)
    for (const caller of [linkable.source, linkable.target]) await field(caller, 'Year founded', 3)
    const path = `organizationcustomfield/lookup/${linkable.source.tenant.key}`
    const [before] = await lookup<{ Id: number }>('lookupOrganizationCustomFields', path, linkable.target)
    await connect(bench, linkable, {
      IsBusinessCustomFields: true,
      BusinessCustomFields: [{ Id: before?.Id, IsSelected: true }],
    })
    expect(await lookup('lookupOrganizationCustomFields', path, linkable.target)).toMatchObject([{ IsSelected: true }])
  })
})

describe('GET /api/connection/tenants/lookup (lookupConnectionTenants)', () => {
  it('leaves out sources that are connected', async () => {
    const linkable = await makePair(bench)
    expect(await lookup('lookupConnectionTenants', 'tenants/lookup', linkable.target)).toHaveLength(1)
    await connect(bench, linkable)
    expect(await lookup('lookupConnectionTenants', 'tenants/lookup', linkable.target)).toEqual([])
  })
})
