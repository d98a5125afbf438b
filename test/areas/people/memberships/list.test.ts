import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { membershipListing } from '#areas/people/memberships/memberships.listing'
import type { TestCaller } from '#test/support/build-app'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'
import { expectFieldsAgree } from '#test/support/server/list-fields'

let steps: Steps
let reader: TestCaller
beforeAll(async () => {
  steps = await openMemberships()
  reader = await steps.server.caller(steps.caller.tenant, ['memberships:read'])
})
afterAll(() => steps.server.close())

describe('GET /api/memberships (listMemberships)', () => {
  test('filters and orders by the values that rows show', async () => {
    const joined: number[] = []
    for (const [holder, Name, level, Price, Amount] of [
      [await steps.person('Abel'), 'Zeta', 'Mu', 30, 0],
      [await steps.organization('Works'), 'Eta', 'Xi', 90, 90],
      [await steps.person('Cain'), 'Iota', 'Kappa', 70, 20],
    ] as const) {
      steps.setDay(`2025-01-${15 + joined.length}`)
      const type = await steps.type({ Name })
      const more = { AutoRenew: Amount === 0, StartDate: `2025-03-${15 - joined.length}` }
      const { MembershipId } = await steps.join(holder, type, await steps.level(type, { Name: level, Price }), more)
      if (Amount > 0) await steps.take(MembershipId, 'pay', { PaymentTypeId: 1, Amount })
      joined.push(MembershipId)
    }
    await steps.take(joined[2] ?? 0, 'cancel')
    await expectFieldsAgree(steps.caller, '/api/memberships', membershipListing, `MembershipId ge ${joined[0]}`)
  })
})

describe('GET /api/memberships (listMemberships)', () => {
  test('filters, orders and searches; each row contains its contact and the actions of the caller', async () => {
    const typeId = await steps.type()
    const levelId = await steps.level(typeId)
    const names = ['Zetterlund', 'Quist', 'Quist']
    const joined: number[] = []
    for (const name of names) joined.push((await steps.join(await steps.person(name), typeId, levelId)).MembershipId)
    await steps.take(joined[0] ?? 0, 'pay', { PaymentTypeId: 1 })
    const list = async (query: string, caller = steps.caller) => (await caller.get(`/api/memberships?${query}`)).json()
    const ids = (page: { Results: { MembershipId: number }[] }) => page.Results.map(({ MembershipId }) => MembershipId)
    const ofType = `MembershipTypeId eq ${typeId}`
    const all = await list(`$filter=${ofType}&$orderby=ContactName desc, MembershipId desc`)
    expectShape('listMemberships', all)
    expect([all.TotalRecordAvailable, ids(all)]).toEqual(['3', [joined[0], joined[2], joined[1]]])
    expect(ids(await list(`$filter=${ofType} and Status eq 'Active'`))).toEqual([joined[0]])
    expect(ids(await list(`$filter=${ofType} and Balance gt 100 and ExpirationDate ge 2026-01-14`))).toEqual(
      joined.slice(1),
    )
    expect(ids(await list(`$filter=${ofType}&$search=quist`))).toEqual(joined.slice(1))
    const first = await steps.caller.get(`/api/memberships?$filter=${ofType}&$top=2&$orderby=Balance desc`)
    const next = await steps.caller.get(String(first.headers.link).match(/<(.*)>/)?.[1] ?? '')
    expect([ids(first.json()), ids(next.json())]).toEqual([[joined[2], joined[1]], [joined[0]]])
    const read = await list(`$filter=MembershipId eq ${joined[1]}`, reader)
    expect(read.Results[0]).toMatchObject({ ContactName: 'Ada Quist', Actions: ['view'], Balance: 120 })
    for (const wrong of ['$orderby=Nothing', '$filter=Status eq 3', '$top=1001']) {
      expect((await steps.caller.get(`/api/memberships?${wrong}`)).statusCode).toBe(400)
    }
  })
})
