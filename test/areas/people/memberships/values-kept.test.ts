import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { addChapter, addOwner } from '#test/support/people/chapter-records'
import { openValues, type Valued, type ValuesBench, value, valuesOf } from '#test/support/people/membership-values'
import type { MembershipJson, Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

let bench: ValuesBench
let steps: Steps
const join: ValuesBench['join'] = (...given) => bench.join(...given)
const post: ValuesBench['post'] = (...given) => bench.post(...given)
const read: ValuesBench['read'] = (id) => bench.read(id)
const refused: ValuesBench['refused'] = (asked) => bench.refused(asked)
beforeAll(async () => {
  bench = await openValues()
  steps = bench.steps
})
afterAll(() => steps.server.close())

const save = async (id: number, CustomFields: object[]): Promise<Valued> => {
  const answer = await post(id, { CustomFields })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const pageAt = async (url: string) => {
  const answer = await steps.caller.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('listMemberships', answer.json())
  const { Results, TotalRecordAvailable } = answer.json()
  const ids: number[] = Results.map(({ MembershipId }: MembershipJson) => MembershipId)
  return { ids, total: Number(TotalRecordAvailable), next: /<(.*)>/.exec(String(answer.headers.link ?? ''))?.[1] }
}
const list = (query: Record<string, string>) => pageAt(`/api/memberships?${new URLSearchParams(query)}`)
const found = async (filter: string) => {
  const { ids, total } = await list({ $filter: filter })
  expect(total).toBe(ids.length)
  return ids
}

describe('values stay with their membership', () => {
  test('after drop, cancellation and reinstatement; they can change after its end', async () => {
    const { MembershipId: id } = await join([value('Badge', 'mine')])
    await steps.take(id, 'suspend')
    await steps.take(id, 'drop')
    expect(valuesOf(await read(id))).toEqual({ Badge: 'mine' })
    expect(valuesOf(await save(id, [value('Badge', 'corrected')]))).toEqual({ Badge: 'corrected' })
    expect((await refused(post(id, { AutoRenew: true, CustomFields: [value('Badge', 'x')] }))).slice(0, 2)).toEqual([
      409,
      'membership-ended',
    ])
    expect(valuesOf((await steps.take(id, 'reinstate')) as Valued)).toEqual({ Badge: 'corrected' })
  })

  test('after a merge of its contact; a value that references the merged contact references the other one', async () => {
    const winner = await steps.person()
    const loser = await steps.person()
    const ofWinner = await join([value('Badge', 'winner’s')], bench.basic, winner)
    const ofLoser = await join([value('Badge', 'loser’s'), value('Since', '2019-01-01')], bench.basic, loser)
    const naming = await join([value('Sponsor', String(loser))])
    const merge = { WinnerContactId: winner, WinnerAuditId: 1, LoserContactId: loser, LoserAuditId: 1 }
    expect((await steps.caller.post('/api/contacts/merge', merge)).statusCode).toBe(200)
    expect(valuesOf(await read(ofWinner.MembershipId))).toEqual({ Badge: 'winner’s' })
    const moved = await read(ofLoser.MembershipId)
    expect([moved.ContactId, valuesOf(moved)]).toEqual([winner, { Badge: 'loser’s', Since: '2019-01-01' }])
    expect(valuesOf(await read(naming.MembershipId))).toEqual({ Sponsor: String(winner) })
    const later = await join([value('Sponsor', String(loser))])
    expect(valuesOf(await read(later.MembershipId))).toEqual({ Sponsor: String(winner) })
    expect(await found(`CustomFields.Badge eq 'loser’s'`)).toEqual([ofLoser.MembershipId])
  })

  test('leave the list with a deleted contact, and return when it is restored', async () => {
    const { MembershipId: id, ContactId } = await join([value('Badge', 'in and out')])
    const mine = `CustomFields.Badge eq 'in and out'`
    await steps.take(id, 'cancel')
    const { AuditId } = (await steps.caller.get(`/api/contacts/person/${ContactId}`)).json()
    expect((await steps.caller.delete(`/api/contacts/${ContactId}/${AuditId}`)).statusCode).toBe(200)
    expect(await found(mine)).toEqual([])
    expect((await post(id, { CustomFields: [value('Badge', 'Out')] })).statusCode).toBe(404)
    expect((await steps.caller.post(`/api/contacts/${ContactId}/restore/${AuditId + 1}`)).statusCode).toBe(200)
    expect(await found(mine)).toEqual([id])
  })
})

describe('GET /api/memberships (listMemberships): custom fields', () => {
  let own = 0
  const ids: number[] = []
  beforeAll(async () => {
    own = await steps.type()
    await bench.field('Rank', DATA_TYPE.integer, { membershipTypeId: own })
    for (const rank of ['3', '-1', null, '12', '3']) {
      const values =
        rank === null ? [] : [value('Rank', rank), value('Size', String(bench.sizes[Number(rank) % 2 ? 0 : 1]))]
      ids.push((await steps.join(await steps.person(), own, null, { CustomFields: values })).MembershipId)
    }
  })
  const at = (...places: number[]) => places.map((place) => ids[place])
  const ofType = () => `MembershipTypeId eq ${own}`

  test('filters by a custom field, with exact totals', async () => {
    expect(await found('CustomFields.Rank eq 3')).toEqual(at(0, 4))
    expect(await found('customfields.rank lt 3')).toEqual(at(1))
    expect(await found(`CustomFields.Rank ge 3 and ${ofType()} and CustomFields.Size eq 'Small'`)).toEqual(at(0, 4))
    expect(await found(`${ofType()} and CustomFields.Rank eq null`)).toEqual(at(2))
    expect(await found(`${ofType()} and CustomFields.Rank ne 3`)).toEqual(at(1, 2, 3))
  })

  test.each([
    ['CustomFields.Rank', [1, 0, 4, 3, 2]],
    ['CustomFields.Rank desc', [3, 4, 0, 1, 2]],
  ])('orders by %s, those without a value last, page by page', async ($orderby, order) => {
    const wanted = at(...order)
    expect((await list({ $filter: ofType(), $orderby })).ids).toEqual(wanted)
    const seen: number[] = []
    let page = await list({ $filter: ofType(), $orderby, $top: '2' })
    for (;;) {
      seen.push(...page.ids)
      expect(page.total).toBe(5)
      if (!page.next) break
      page = await pageAt(page.next)
    }
    expect(seen).toEqual(wanted)
  })

  test.each([
    ['CustomFields.Nothing eq 1', /CustomFields\.Nothing/],
    [`CustomFields.Rank eq 'x'`, /Rank/],
    ['CustomFields.OfContacts eq null', /OfContacts/],
  ])('refuses %s, naming the field', async (filter, named) => {
    const answer = await steps.caller.get(`/api/memberships?${new URLSearchParams({ $filter: filter })}`)
    expect([answer.statusCode, answer.json().errors[0].pointer], answer.body).toEqual([400, 'query:$filter'])
    expect(answer.body).toMatch(named)
  })
})

test('an owner of a chapter reads and saves only values of memberships of its members', async () => {
  const member = await join([value('Badge', 'walled')])
  const stranger = await join([value('Badge', 'walled')])
  // The lifetime of tokens begins now, not on the day of the test.
  steps.setTime(new Date())
  const chapter = await addChapter(steps.server, steps.caller.tenant.id, 'North', [member.ContactId])
  const owner = await addOwner(steps.server, steps.caller, [{ id: chapter.id, canEdit: true }])
  const reader = await addOwner(steps.server, steps.caller, [{ id: chapter.id, canEdit: false }])
  const south = await addChapter(steps.server, steps.caller.tenant.id, 'South')
  const mixed = await addOwner(steps.server, steps.caller, [
    { id: chapter.id, canEdit: false },
    { id: south.id, canEdit: true },
  ])
  const seen = (
    await owner.get(`/api/memberships?${new URLSearchParams({ $filter: `CustomFields.Badge eq 'walled'` })}`)
  ).json()
  expect([seen.TotalRecordAvailable, seen.Results[0].MembershipId]).toEqual(['1', member.MembershipId])
  const body = { CustomFields: [value('Badge', 'by the owner')] }
  const mayDo = async (caller: Pick<typeof owner, 'get'>) =>
    (await caller.get(`/api/memberships/${member.MembershipId}`)).json().Actions
  expect([await mayDo(reader), await mayDo(mixed)]).toEqual([['view'], ['view']])
  expect(await mayDo(owner)).toContain('edit')
  expect((await owner.post(`/api/memberships/${stranger.MembershipId}`, body)).statusCode).toBe(404)
  for (const given of [body, { AutoRenew: true }]) {
    expect((await reader.post(`/api/memberships/${member.MembershipId}`, given)).statusCode).toBe(403)
    const answer = await mixed.post(`/api/memberships/${member.MembershipId}`, given)
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([404, 'not-found'])
  }
  expect(valuesOf(await read(stranger.MembershipId))).toEqual({ Badge: 'walled' })
  expect(valuesOf(await read(member.MembershipId))).toEqual({ Badge: 'walled' })
  const saved = await owner.post(`/api/memberships/${member.MembershipId}`, body)
  expect([saved.statusCode, valuesOf(saved.json())], saved.body).toEqual([200, { Badge: 'by the owner' }])
  const joinedBody = { ContactId: member.ContactId, MembershipTypeId: await steps.type(), ...body }
  const joined = await owner.post('/api/memberships/0', joinedBody)
  expect([joined.statusCode, valuesOf(joined.json())], joined.body).toEqual([200, { Badge: 'by the owner' }])
  for (const { MembershipId } of [saved.json(), joined.json()])
    expect((await owner.post(`/api/memberships/${MembershipId}/cancel`, {})).statusCode).toBe(200)
  expect(await found(`CustomFields.Badge eq 'by the owner'`)).toHaveLength(2)
  const { AuditId } = (await owner.get(`/api/contacts/person/${member.ContactId}`)).json()
  const gone = await owner.delete(`/api/contacts/${member.ContactId}/${AuditId}`)
  expect(gone.statusCode, gone.body).toBe(200)
  expect(await found(`CustomFields.Badge eq 'by the owner'`)).toEqual([])
})
