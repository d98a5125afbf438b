import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Connected,
  connect,
  contactsOf,
  type ExchangeBench,
  makeMember,
  makePair,
  ok,
  openExchangeBench,
} from '#test/support/api/connections'

let bench: ExchangeBench
let linked: Connected
beforeAll(async () => {
  bench = await openExchangeBench()
  linked = await connect(bench, await makePair(bench), { IsMembershipsSync: false })
})
afterAll(() => bench.close())

describe('a contact that was merged while it was not synchronized', () => {
  it('is synchronized as the winner when it returns', async () => {
    const { source, target } = linked
    const id = await makeMember(source, linked.sourceTypeId, { LastName: 'Merged' })
    await bench.settle()
    const copyId = Number((await contactsOf(target)).get('Ada Merged'))
    const memberships = await ok<{ Results: { ContactId: number; MembershipId: number }[] }>(
      source.get('/api/memberships'),
    )
    const membership = memberships.Results.find(({ ContactId }) => ContactId === id)?.MembershipId
    await ok(source.post(`/api/memberships/${membership}/cancel`))
    await bench.settle()
    const own = { FirstName: 'Ada', LastName: 'Winner', forceSave: true }
    const { ContactId } = await ok<{ ContactId: number }>(target.post('/api/contacts/person/0', own))
    const { AuditId } = await ok<{ AuditId: number }>(target.get(`/api/contacts/person/${copyId}`))
    const merge = { WinnerContactId: ContactId, WinnerAuditId: 1, LoserContactId: copyId, LoserAuditId: AuditId }
    await ok(target.post('/api/contacts/merge', merge))
    await ok(source.post(`/api/memberships/${membership}/reinstate`))
    await bench.settle()
    expect((await contactsOf(target)).get('Ada Merged')).toBe(ContactId)
  })
})
