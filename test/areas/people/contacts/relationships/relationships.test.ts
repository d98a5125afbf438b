import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/api/contact-parts'

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

describe('a relationship', () => {
  test('is seen from both sides, counts parents and children, and ends on both', async () => {
    const [child, parent] = [await bench.organization(), await bench.organization()]
    const made = await related(child, parent, 'Parent organization')
    expect(made).toMatchObject({ Type: 'Parent organization', IsReverse: false, Purpose: 'hierarchy', AuditId: 1 })
    expect(await list(parent)).toMatchObject([{ OtherContactId: child, Type: 'Child organization', IsReverse: true }])
    expect([await bench.row(child), await bench.row(parent)]).toMatchObject([
      { Parents: 1, Children: 0 },
      { Parents: 0, Children: 1 },
    ])
    expect([await bench.version(child), await bench.version(parent)]).toEqual([2, 2])
    const removed = await bench.mine.delete(`/api/contacts/${parent}/relationships/${made.ContactRelationshipId}`)
    expect([removed.statusCode, removed.headers.etag]).toEqual([200, '"3"'])
    expect([await bench.row(child), await bench.row(parent)]).toMatchObject([{ Parents: 0 }, { Children: 0 }])
    expect(await list(child)).toEqual([])
  })

  test('is made from the other side with IsReverse', async () => {
    const [parent, child] = [await bench.person(), await bench.person()]
    expect(await related(parent, child, 'Parent', { IsReverse: true })).toMatchObject({
      Type: 'Child',
      ReverseType: 'Parent',
      IsReverse: true,
    })
    expect(await list(child)).toMatchObject([{ OtherContactId: parent, Type: 'Parent', ReverseType: 'Child' }])
  })

  test('is there once; a symmetric one from either side', async () => {
    const [one, two] = [await bench.person(), await bench.person()]
    const answers = await Promise.all([
      relate(one, two, 'Spouse'),
      relate(two, one, 'Spouse'),
      relate(one, two, 'Spouse'),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })

  test('changes its type under its version', async () => {
    const [one, two] = [await bench.person(), await bench.person()]
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

  test('is refused where its parts do not fit', async () => {
    const [person, organization] = [await bench.person(), await bench.organization()]
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
    const made = await related(person, await bench.person(), 'Spouse')
    const url = `/api/contacts/${await bench.person()}/relationships/${made.ContactRelationshipId}`
    expect(await refusal(bench.mine.delete(url))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.delete(url))).toEqual([404, 'not-found'])
  })
})

describe('a merge', () => {
  const merge = async (WinnerContactId: number, LoserContactId: number) =>
    bench.mine.post('/api/contacts/merge', {
      WinnerContactId,
      LoserContactId,
      WinnerAuditId: await bench.version(WinnerContactId),
      LoserAuditId: await bench.version(LoserContactId),
    })

  test('leaves a symmetric relationship once, however both had written it', async () => {
    for (const isReverse of [true, false]) {
      const [winner, loser, spouse] = [await bench.person(), await bench.person(), await bench.person()]
      await related(winner, spouse, 'Spouse', { IsReverse: isReverse })
      await related(loser, spouse, 'Spouse', { IsReverse: !isReverse })
      expect((await merge(winner, loser)).statusCode).toBe(200)
      expect(await list(winner)).toMatchObject([{ OtherContactId: spouse }])
      expect(await list(spouse)).toMatchObject([{ OtherContactId: winner }])
    }
  })

  test('is refused where the winner would be its own ancestor', async () => {
    const [grandparent, parent, child] = [await bench.person(), await bench.person(), await bench.person()]
    await related(child, parent, 'Parent')
    await related(parent, grandparent, 'Parent')
    expect(await refusal(merge(grandparent, child))).toEqual([422, 'relationship-cycle'])
    expect(await list(parent)).toHaveLength(2)
    expect((await merge(parent, child)).statusCode).toBe(200)
    expect(await list(parent)).toMatchObject([{ OtherContactId: grandparent, Type: 'Parent' }])
  })
})

describe('a hierarchy', () => {
  test('of a family has no cycle either, and stands apart from that of organizations', async () => {
    const [a, b, c] = [await bench.person(), await bench.person(), await bench.person()]
    await related(a, b, 'Parent')
    await related(b, c, 'Parent')
    expect(await refusal(relate(c, a, 'Parent'))).toEqual([422, 'relationship-cycle'])
    expect(await refusal(relate(b, a, 'Parent'))).toEqual([422, 'relationship-cycle'])
    await related(c, a, 'Sibling')
    await related(c, a, 'Supervisor')
  })

  test('has no cycle, however long', async () => {
    const chain = [await bench.organization(), await bench.organization(), await bench.organization()]
    const [a, b, c] = chain as [number, number, number]
    await related(a, b, 'Parent organization')
    await related(b, c, 'Parent organization')
    expect(await refusal(relate(c, a, 'Parent organization'))).toEqual([422, 'relationship-cycle'])
    expect(await refusal(relate(a, c, 'Parent organization', { IsReverse: true }))).toEqual([422, 'relationship-cycle'])
    expect(await bench.row(c)).toMatchObject({ Parents: 0, Children: 1 })
  })

  test('is not closed to a circle by writers who are fine alone', async () => {
    const ring = await Promise.all(Array.from({ length: 5 }, () => bench.organization()))
    const next = (place: number) => ring[(place + 1) % ring.length] as number
    const answers = await Promise.all(ring.map((id, place) => relate(id, next(place), 'Parent organization')))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 422])
  })
})

describe('assigned staff', () => {
  const staffMember = async (): Promise<number> => {
    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const contactId = await bench.person()
    const role = await system.role.findFirstOrThrow({ where: { tenantId } })
    const login = await system.login.create({
      data: { email: `staff${contactId}@x.example`, displayName: 'Staff', passwordHash: 'none' },
    })
    await system.staff.create({ data: { tenantId, loginId: login.id, roleId: role.id, contactId } })
    await bench.mine.post(`/api/contacts/${contactId}/designations/0`, { Code: 'X' })
    return contactId
  }

  test('is assigned, listed, changed and taken off', async () => {
    const [contactId, ann, ben] = [await bench.organization(), await staffMember(), await staffMember()]
    const url = (id: unknown) => `/api/contacts/${contactId}/assignedcontacts/${id}`
    const manager = types.get('Account manager')
    const sent = { StaffContactId: ann, ContactRelationshipTypeId: manager }
    const made = (await bench.good('saveAssignedContact', bench.mine.post(url(0), sent))).body as Json
    expect(made).toMatchObject({ StaffContactId: ann, Type: 'Account manager', AuditId: 1 })
    expect(await refusal(bench.mine.post(url(0), sent))).toEqual([409, 'duplicate'])
    const id = made.ContactRelationshipId
    expect(await refusal(bench.mine.post(url(id), { StaffContactId: ben }))).toEqual([409, 'stale-audit-id'])
    const changed = await bench.mine.post(url(id), { AuditId: 1, StaffContactId: ben })
    expect(changed.json()).toMatchObject({ StaffContactId: ben, AuditId: 2 })
    const listed = await bench.good(
      'listAssignedContacts',
      bench.mine.get(`/api/contacts/${contactId}/assignedcontacts`),
    )
    expect(listed.body).toMatchObject([{ StaffContactId: ben }])
    expect(await list(contactId)).toEqual([])
    expect(await refusal(bench.theirs.delete(url(id)))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(url(id))).statusCode).toBe(200)
    expect(await refusal(bench.mine.delete(url(id)))).toEqual([404, 'not-found'])
  })

  test('fits the type on both sides, and is not assigned to itself', async () => {
    const [person, ann] = [await bench.person(), await staffMember()]
    const made = { SystemRelationshipTypeId: '3', Name: 'Key account manager', FromSystemContactTypeId: '2' }
    const type = (await bench.mine.post('/api/contactrelationshiptypes/0', made)).json()
    const sent = { StaffContactId: ann, ContactRelationshipTypeId: type.ContactRelationshipTypeId }
    const assign = (id: number) => bench.mine.post(`/api/contacts/${id}/assignedcontacts/0`, sent)
    expect(await refusal(assign(person))).toEqual([422, 'wrong-contact-type'])
    expect(await refusal(assign(ann))).toEqual([422, 'self-relationship'])
    expect((await assign(await bench.organization())).json()).toMatchObject({ Type: 'Key account manager' })
  })

  test('must be staff, and assigned as something for staff', async () => {
    const url = `/api/contacts/${await bench.organization()}/assignedcontacts/0`
    const manager = types.get('Account manager')
    const nobody = { StaffContactId: await bench.person(), ContactRelationshipTypeId: manager }
    expect(await refusal(bench.mine.post(url, nobody))).toEqual([422, '/StaffContactId'])
    const spouse = { StaffContactId: await staffMember(), ContactRelationshipTypeId: types.get('Spouse') }
    expect(await refusal(bench.mine.post(url, spouse))).toEqual([422, '/ContactRelationshipTypeId'])
  })
})
