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
} from '#test/support/integration/connections'

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

describe('a contact that the source has merged into another one', () => {
  it('keeps no active membership in the target', async () => {
    const both = await connect(bench, await makePair(bench))
    const { source, target } = both
    const winner = await makeMember(source, both.sourceTypeId, { LastName: 'Winner' })
    const loser = await makeMember(source, both.sourceTypeId, { LastName: 'Loser' })
    await bench.settle()
    const copies = await contactsOf(target)
    const versionOf = async (id: number) =>
      (await ok<{ AuditId: number }>(source.get(`/api/contacts/person/${id}`))).AuditId
    const merge = {
      WinnerContactId: winner,
      WinnerAuditId: await versionOf(winner),
      LoserContactId: loser,
      LoserAuditId: await versionOf(loser),
    }
    await ok(source.post('/api/contacts/merge', merge))
    await bench.settle()
    const { Results } = await ok<{ Results: { ContactId: number; Status: string }[] }>(target.get('/api/memberships'))
    const statusOf = (name: string) => Results.find(({ ContactId }) => ContactId === copies.get(name))?.Status
    expect([statusOf('Ada Winner'), statusOf('Ada Loser')]).toEqual(['Active', 'Cancelled'])
  })
})
