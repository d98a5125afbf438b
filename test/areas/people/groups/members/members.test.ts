import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'
import { memberEvents } from '#test/support/people/groups'

let bench: DetailsBench
/** A thousand people, in the order of their names. */
let people: number[]
beforeAll(async () => {
  bench = await openDetails()
  const { system } = bench.server.database
  const tenantId = bench.mine.tenant.id
  people = []
  const sample = await bench.person()
  const rows = await system.$queryRaw<{ id: number }[]>`
    insert into contact (tenant_id, system_type_id, display_name, sort_name, last_name, search)
    select ${tenantId}, 1, 'Crowd ' || lpad(n::text, 4, '0'), 'crowd ' || lpad(n::text, 4, '0'), 'Crowd',
      array_to_tsvector(array[${tenantId}::text || '|crowd', ${tenantId}::text || '|' || lpad(n::text, 4, '0')])
    from generate_series(1, 1000) n returning id`
  people = rows.map(({ id }) => id)
  expect(people).toHaveLength(1000)
  expect(people).not.toContain(sample)
})
afterAll(() => bench.server.close())

let made = 0
const group = async (body: Json = {}): Promise<number> => {
  const answer = bench.mine.post('/api/groups/0', { Name: `Crowd ${++made}`, ...body })
  return (await bench.good('saveGroup', answer)).body.GroupId as number
}
const post = (url: string, body: Json) => bench.mine.post(url, body)
const add = async (id: number, ContactIds: number[], more: Json = {}) =>
  (await bench.good('addGroupMembers', post(`/api/groups/${id}/members`, { ContactIds, ...more }))).body
const remove = async (id: number, ContactIds: number[]) =>
  (await bench.good('removeGroupMembers', post(`/api/groups/${id}/members/remove`, { ContactIds }))).body
const optIn = (contactId: number, id: number) => post(`/api/contacts/${contactId}/groups/${id}`, { IsOptIn: true })
const leave = (contactId: number, id: number) =>
  bench.mine.delete(`/api/contacts/${contactId}/groups/${id}?isOptOut=true`)
const count = async (id: number) => (await bench.mine.get(`/api/groups/${id}`)).json().MemberCount as number
const page = async (id: number, query = '') => {
  const answer = await bench.mine.get(`/api/groups/${id}/members?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { Results, TotalRecordAvailable } = answer.json()
  const next = /<(.*)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
  return { ids: (Results as Json[]).map(({ ContactId }) => ContactId as number), total: TotalRecordAvailable, next }
}
/** The contacts of the events of a kind of a group. */
const contactsOf = async (kind: string, id: number) =>
  (await memberEvents(bench, id))
    .filter(([recorded]) => recorded === kind)
    .map(([, payload]) => (payload as unknown as Json).contactId as number)
    .sort()
/** Checks that the operation rejects lists of contacts outside of its limits, and the caller of another tenant. */
const refuseLists = async (url: string) => {
  expect(await refusal(post(url, { ContactIds: [...people, 1] }))).toEqual([400, '/ContactIds'])
  expect(await refusal(post(url, { ContactIds: [] }))).toEqual([400, '/ContactIds'])
  expect(await refusal(post(url, { ContactIds: [0] }))).toEqual([400, '/ContactIds/0'])
  expect(await refusal(bench.theirs.post(url, { ContactIds: [1] }))).toEqual([404, 'not-found'])
}
const rowsOf = (groupId: number) =>
  bench.server.database.system.groupMember.findMany({ where: { tenantId: bench.mine.tenant.id, groupId } })

describe('POST /api/groups/{groupId}/members (addGroupMembers)', () => {
  test('adds many contacts, with a result and an event for each', async () => {
    const id = await group()
    const [first, second, third, fourth] = people as [number, number, number, number]
    await add(id, [first, second])
    await remove(id, [second])
    await leave(third, id)
    const sent = [fourth, third, second, first, fourth]
    expect(await add(id, sent)).toEqual({
      Added: 2,
      AlreadyMembers: 1,
      OptedOut: 1,
      Results: [
        { ContactId: fourth, Result: 'added' },
        { ContactId: third, Result: 'optedout' },
        { ContactId: second, Result: 'added' },
        { ContactId: first, Result: 'alreadymember' },
      ],
    })
    expect(await add(id, [third], { forceSave: true })).toMatchObject({ Added: 1 })
    expect(await count(id)).toBe(4)
    expect(await contactsOf('group.memberadded', id)).toEqual([first, second, second, third, fourth].sort())
  })

  test('accepts at most 1,000 contacts, at the cost of one', async () => {
    const one = await group()
    const all = await group()
    const few = await countQueries(bench.server.database, () => add(one, people.slice(0, 1)))
    const many = await countQueries(bench.server.database, () => add(all, people))
    expect(many.result).toMatchObject({ Added: 1000, AlreadyMembers: 0, OptedOut: 0 })
    expect(many.queries.length).toBe(few.queries.length)
    expect(await add(all, people)).toMatchObject({ Added: 0, AlreadyMembers: 1000 })
    expect([await count(all), (await memberEvents(bench, all)).length]).toEqual([1000, 1000])
    await refuseLists(`/api/groups/${all}/members`)
  })

  test('adds contacts once if the request is repeated with its Idempotency-Key', async () => {
    const id = await group()
    const key = { 'idempotency-key': 'many-members' }
    const send = () => bench.mine.post(`/api/groups/${id}/members`, { ContactIds: people.slice(0, 3) }, key)
    const first = await send()
    const again = await send()
    expect([again.headers['idempotent-replayed'], again.json()]).toEqual(['true', first.json()])
    expect(first.json()).toMatchObject({ Added: 3 })
    expect(await memberEvents(bench, id)).toHaveLength(3)
  })
})

describe('POST /api/groups/{groupId}/members/remove (removeGroupMembers)', () => {
  test('removes contacts, with a result and an event for each', async () => {
    const id = await group()
    const [first, second, third] = people as [number, number, number]
    await add(id, [first, second, third])
    await remove(id, [second])
    expect(await remove(id, [first, first, 2147480000])).toEqual({
      Removed: 1,
      NotMembers: 1,
      Results: [
        { ContactId: first, Result: 'removed' },
        { ContactId: 2147480000, Result: 'notmember' },
      ],
    })
    expect((await page(id)).ids).toEqual([third])
    expect(await count(id)).toBe(1)
    expect(await contactsOf('group.memberremoved', id)).toEqual([first, second].sort())
  })

  test('accepts at most 1,000 contacts, at the cost of one', async () => {
    const one = await group()
    const all = await group()
    await add(one, people.slice(0, 1))
    await add(all, people)
    const few = await countQueries(bench.server.database, () => remove(one, people.slice(0, 1)))
    const many = await countQueries(bench.server.database, () => remove(all, people))
    expect(many.result).toMatchObject({ Removed: 1000 })
    expect(many.queries.length).toBe(few.queries.length)
    expect([await count(all), (await memberEvents(bench, all)).length]).toEqual([0, 2000])
    await refuseLists(`/api/groups/${all}/members/remove`)
  })
})

describe('GET /api/groups/{groupId}/members (listGroupMembers)', () => {
  test('returns pages, finds by name and counts', async () => {
    const id = await group()
    await add(id, people)
    const seen: number[] = []
    let url: string | undefined = 'Take=300'
    while (url) {
      const { ids, total, next } = await page(id, url)
      expect(total).toBe('1000')
      seen.push(...ids)
      url = next?.split('?')[1]
    }
    expect(seen).toEqual(people)
    expect((await page(id, 'Take=2&Skip=10')).ids).toEqual(people.slice(10, 12))
    expect((await page(id, 'Take=2&OrderBy=Name%20desc')).ids).toEqual(people.slice(-2).reverse())
    const found = await page(id, 'Criteria=crowd%200042')
    expect([found.ids, found.total]).toEqual([[people[41]], '1'])
    const filter = encodeURIComponent(`ContactId in (${people[3]}, ${people[5]})`)
    expect((await page(id, `Filter=${filter}`)).ids).toEqual([people[3], people[5]])
    expect((await page(await group(), 'Criteria=crowd')).ids).toEqual([])
    const few = await group()
    await add(few, people.slice(10, 13))
    await remove(few, people.slice(12, 13))
    await add(few, people.slice(12, 13))
    const ordered = await page(few, 'Criteria=crowd&OrderBy=ChangedDate%20desc&Take=2')
    expect([ordered.ids[0], ordered.total]).toEqual([people[12], '3'])
    expect((await page(few, ordered.next?.split('?')[1])).ids).toHaveLength(1)
    for (const narrowed of [`ContactId lt ${people[11]}`, "endswith(Name, '0011')"]) {
      const one = await page(few, `Criteria=crowd&Filter=${encodeURIComponent(narrowed)}`)
      expect([one.ids, one.total]).toEqual([[people[10]], '1'])
    }
    const cost = async (query: string) => (await countQueries(bench.server.database, () => page(id, query))).queries
    expect(await cost('Take=1000')).toEqual(await cost('Take=1'))
    expect(await refusal(bench.mine.get(`/api/groups/${id}/members?OrderBy=Phone`))).toEqual([400, 'query:OrderBy'])
    expect(await refusal(bench.mine.get(`/api/groups/${id}/members?State=gone`))).toEqual([400, 'query:State'])
  })
})

describe('POST /api/groups/{groupId}/members (addGroupMembers): simultaneous changes', () => {
  test('adds one member and emits one event for fifty opt-ins of one contact', async () => {
    const id = await group()
    const contactId = people[0] as number
    const answers = await Promise.all(Array.from({ length: 50 }, () => optIn(contactId, id)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await rowsOf(id)).toMatchObject([{ contactId, state: 'member', auditId: 1 }])
    expect(await memberEvents(bench, id)).toHaveLength(1)
    expect(await count(id)).toBe(1)
  })

  test('keeps one state per contact, and a count that equals the rows', async () => {
    const id = await group()
    const some = people.slice(0, 20)
    const calls = some.flatMap((contactId, n) => [
      optIn(contactId, id),
      n % 2 ? leave(contactId, id) : add(id, some),
      n % 5 ? optIn(contactId, id) : remove(id, [...some].reverse()),
    ])
    await Promise.all(calls)
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(20)
    expect(await count(id)).toBe(rows.filter(({ state }) => state === 'member').length)
    const events = await memberEvents(bench, id)
    for (const { contactId, state } of rows) {
      const own = events.filter(([, payload]) => (payload as unknown as Json).contactId === contactId)
      const signs = own.map(([kind]) => (kind === 'group.memberadded' ? 1 : -1))
      expect(signs.reduce((sum, sign) => sum + sign, 0)).toBe(state === 'member' ? 1 : 0)
    }
  })

  test('does not count a contact that is deleted while it joins', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await group()
      const contactId = await bench.person()
      await Promise.all([
        add(id, [people[0] as number]),
        bench.mine.delete(`/api/contacts/${contactId}/1`),
        post(`/api/groups/${id}/members`, { ContactIds: [contactId] }),
      ])
      expect([await count(id), (await page(id)).total]).toEqual([1, '1'])
    }
  })
})
