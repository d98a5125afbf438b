import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
const types = new Map<string, number>()
beforeAll(async () => {
  bench = await openDetails()
  const where = { tenantId: bench.mine.tenant.id }
  for (const { name, id } of await bench.server.database.system.contactRelationshipType.findMany({ where }))
    types.set(name, id)
})
afterAll(() => bench.server.close())

const body = (other: number, type: string, more: Json = {}): Json => ({
  OtherContactId: other,
  ContactRelationshipTypeId: types.get(type),
  ...more,
})
const relate = (id: number, other: number, type: string, more?: Json) =>
  bench.mine.post(`/api/contacts/${id}/relationships/0`, body(other, type, more))
const related = async (id: number, other: number, type: string, more?: Json) =>
  (await bench.good('saveContactRelationship', relate(id, other, type, more))).body as Json
const list = async (id: number) =>
  (await bench.good('listContactRelationships', bench.mine.get(`/api/contacts/${id}/relationships`))).body as Json[]

describe('POST /api/contacts/{contactId}/relationships/{contactRelationshipId} (saveContactRelationship)', () => {
  test('shows the relationship on both sides, and counts parents and children', async () => {
    const child = await bench.organization()
    const parent = await bench.organization()
    const made = await related(child, parent, 'Parent organization')
    expect(made).toMatchObject({ Type: 'Parent organization', IsReverse: false, Purpose: 'hierarchy', AuditId: 1 })
    expect(await list(parent)).toMatchObject([{ OtherContactId: child, Type: 'Child organization', IsReverse: true }])
    expect([await bench.row(child), await bench.row(parent)]).toMatchObject([
      { Parents: 1, Children: 0 },
      { Parents: 0, Children: 1 },
    ])
    expect([await bench.version(child), await bench.version(parent)]).toEqual([2, 2])
  })

  test('adds a relationship from the other side with IsReverse', async () => {
    const parent = await bench.person()
    const child = await bench.person()
    expect(await related(parent, child, 'Parent', { IsReverse: true })).toMatchObject({
      Type: 'Child',
      ReverseType: 'Parent',
      IsReverse: true,
    })
    expect(await list(child)).toMatchObject([{ OtherContactId: parent, Type: 'Parent', ReverseType: 'Child' }])
  })

  test('returns 409 for a relationship that exists, also from the other side of a symmetric one', async () => {
    const one = await bench.person()
    const two = await bench.person()
    const answers = await Promise.all([
      relate(one, two, 'Spouse'),
      relate(two, one, 'Spouse'),
      relate(one, two, 'Spouse'),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })

  test('changes the type if AuditId is the current version', async () => {
    const one = await bench.person()
    const two = await bench.person()
    const made = await related(one, two, 'Sibling')
    const change = (more: Json) =>
      bench.mine.post(`/api/contacts/${one}/relationships/${made.ContactRelationshipId}`, {
        ContactRelationshipTypeId: types.get('Supervisor'),
        ...more,
      })
    expect(await refusal(change({}))).toEqual([409, 'stale-audit-id'])
    expect((await change({ AuditId: 1 })).json()).toMatchObject({ Type: 'Supervisor', AuditId: 2 })
    expect(await refusal(change({ AuditId: 1 }))).toEqual([409, 'stale-audit-id'])
  })

  test('returns the fault of contacts and types that do not fit', async () => {
    const person = await bench.person()
    const organization = await bench.organization()
    const foreign = await bench.person(bench.theirs)
    const no = (id: number, other: number, type: string) => refusal(relate(id, other, type))
    expect(await no(person, person, 'Spouse')).toEqual([422, 'self-relationship'])
    expect(await no(person, organization, 'Spouse')).toEqual([422, 'wrong-contact-type'])
    expect(await no(person, organization, 'Parent organization')).toEqual([422, 'wrong-contact-type'])
    expect(await no(person, foreign, 'Spouse')).toEqual([422, '/OtherContactId'])
    expect(await no(person, 2147480000, 'Spouse')).toEqual([422, '/OtherContactId'])
    expect(await no(person, await bench.person(), 'Account manager')).toEqual([422, '/ContactRelationshipTypeId'])
    expect(await refusal(bench.mine.post(`/api/contacts/${person}/relationships/0`, {}))).toEqual([
      400,
      '/OtherContactId',
    ])
  })
})

describe('GET /api/contacts/{contactId}/relationships (listContactRelationships)', () => {
  test('returns relationships by type, then by name, and 404 to another tenant', async () => {
    const own = await bench.person()
    const one = await bench.person()
    const two = await bench.person()
    await related(own, two, 'Sibling')
    await related(own, one, 'Sibling')
    await related(own, two, 'Parent')
    const shown = (await list(own)).map(({ Type, OtherContactId }) => [Type, OtherContactId])
    expect(shown).toEqual([
      ['Parent', two],
      ['Sibling', one],
      ['Sibling', two],
    ])
    expect(await refusal(bench.theirs.get(`/api/contacts/${own}/relationships`))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/contacts/{contactId}/relationships/{contactRelationshipId} (deleteContactRelationship)', () => {
  test('removes the relationship from both sides, and updates the counts', async () => {
    const child = await bench.organization()
    const parent = await bench.organization()
    const made = await related(child, parent, 'Parent organization')
    const removed = await bench.mine.delete(`/api/contacts/${parent}/relationships/${made.ContactRelationshipId}`)
    expect([removed.statusCode, removed.headers.etag]).toEqual([200, '"3"'])
    expect([await bench.row(child), await bench.row(parent)]).toMatchObject([{ Parents: 0 }, { Children: 0 }])
    expect(await list(child)).toEqual([])
  })

  test('returns 404 through a third contact, and to another tenant', async () => {
    const made = await related(await bench.person(), await bench.person(), 'Spouse')
    const url = `/api/contacts/${await bench.person()}/relationships/${made.ContactRelationshipId}`
    expect(await refusal(bench.mine.delete(url))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.delete(url))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/contacts/merge (mergeContacts)', () => {
  const merge = async (WinnerContactId: number, LoserContactId: number) =>
    bench.mine.post('/api/contacts/merge', {
      WinnerContactId,
      LoserContactId,
      WinnerAuditId: await bench.version(WinnerContactId),
      LoserAuditId: await bench.version(LoserContactId),
    })

  test('keeps one symmetric relationship, from whichever side each was added', async () => {
    for (const isReverse of [true, false]) {
      const winner = await bench.person()
      const loser = await bench.person()
      const spouse = await bench.person()
      await related(winner, spouse, 'Spouse', { IsReverse: isReverse })
      await related(loser, spouse, 'Spouse', { IsReverse: !isReverse })
      expect((await merge(winner, loser)).statusCode).toBe(200)
      expect(await list(winner)).toMatchObject([{ OtherContactId: spouse }])
      expect(await list(spouse)).toMatchObject([{ OtherContactId: winner }])
    }
  })

  test('returns 422 if the winner would become its own ancestor', async () => {
    const grandparent = await bench.person()
    const parent = await bench.person()
    const child = await bench.person()
    await related(child, parent, 'Parent')
    await related(parent, grandparent, 'Parent')
    expect(await refusal(merge(grandparent, child))).toEqual([422, 'relationship-cycle'])
    expect(await list(parent)).toHaveLength(2)
    expect((await merge(parent, child)).statusCode).toBe(200)
    expect(await list(parent)).toMatchObject([{ OtherContactId: grandparent, Type: 'Parent' }])
  })
})

describe('POST /api/contacts/{contactId}/relationships/{contactRelationshipId} (saveContactRelationship): hierarchies', () => {
  test('returns 422 for a cycle in a family, and ignores relationships of other purposes', async () => {
    const a = await bench.person()
    const b = await bench.person()
    const c = await bench.person()
    await related(a, b, 'Parent')
    await related(b, c, 'Parent')
    expect(await refusal(relate(c, a, 'Parent'))).toEqual([422, 'relationship-cycle'])
    expect(await refusal(relate(b, a, 'Parent'))).toEqual([422, 'relationship-cycle'])
    await related(c, a, 'Sibling')
    await related(c, a, 'Supervisor')
  })

  test('returns 422 for a cycle of any length', async () => {
    const chain = [await bench.organization(), await bench.organization(), await bench.organization()]
    const [a, b, c] = chain as [number, number, number]
    await related(a, b, 'Parent organization')
    await related(b, c, 'Parent organization')
    expect(await refusal(relate(c, a, 'Parent organization'))).toEqual([422, 'relationship-cycle'])
    expect(await refusal(relate(a, c, 'Parent organization', { IsReverse: true }))).toEqual([422, 'relationship-cycle'])
    expect(await bench.row(c)).toMatchObject({ Parents: 0, Children: 1 })
  })

  test('rejects one of several concurrent relationships that form a cycle together', async () => {
    const ring = await Promise.all(Array.from({ length: 5 }, () => bench.organization()))
    const next = (place: number) => ring[(place + 1) % ring.length] as number
    const answers = await Promise.all(ring.map((id, place) => relate(id, next(place), 'Parent organization')))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 422])
  })
})
