import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
const types = new Map<string, number>()
beforeAll(async () => {
  bench = await openDetails()
  const found = (await bench.mine.get('/api/contactrelationshiptypes')).json() as Json[]
  for (const { Name, ContactRelationshipTypeId } of found) types.set(String(Name), ContactRelationshipTypeId as number)
})
afterAll(() => bench.server.close())

const relate = async (id: number, other: number, type: string, more: Json = {}): Promise<number> => {
  const body = { OtherContactId: other, ContactRelationshipTypeId: types.get(type), ...more }
  const answer = bench.mine.post(`/api/contacts/${id}/relationships/0`, body)
  return (await bench.good('saveContactRelationship', answer)).body.ContactRelationshipId as number
}
const setRights = async (type: string, rights: Json) => {
  const url = `/api/contactrelationshiptypes/${types.get(type)}`
  const { AuditId } = (await bench.mine.get(url)).json()
  expect((await bench.mine.post(url, { AuditId, ...rights })).statusCode).toBe(200)
}
const rows = async (id: number, direction: 'actsfor' | 'actedforby', query = '') => {
  const operation = direction === 'actsfor' ? 'listContactActsFor' : 'listContactActedForBy'
  const { body } = await bench.good(operation, bench.mine.get(`/api/contacts/${id}/${direction}${query}`))
  return (body as unknown as { Results: Json[] }).Results
}
const roleType = async (name: string) => {
  const found = (await bench.good('listContactRoleTypes', bench.mine.get('/api/contacts/roletypes'))).body
  return found.find(({ Name }) => Name === name)?.RoleId as number
}

describe('GET /api/contacts/{contactId}/actsfor (listContactActsFor)', () => {
  test('returns the right that the type of a relationship grants, in its direction, until the relationship ends', async () => {
    const child = await bench.person()
    const parent = await bench.person()
    const id = await relate(child, parent, 'Parent')
    expect(await rows(parent, 'actsfor')).toEqual([])
    await setRights('Parent', { InheritsRights: true })
    const shown = { Through: 'relationship', Label: 'Parent', ContactRelationshipId: id, ContactRoleId: null }
    expect(await rows(parent, 'actsfor')).toMatchObject([{ ContactId: child, SystemContactTypeId: 1, ...shown }])
    expect(await rows(child, 'actedforby')).toMatchObject([{ ContactId: parent, ...shown }])
    expect([await rows(child, 'actsfor'), await rows(parent, 'actedforby')]).toEqual([[], []])
    const [seen] = (await bench.mine.get(`/api/contacts/${child}/relationships`)).json()
    expect(seen).toMatchObject({ Type: 'Parent', ReverseType: 'Child', MayActFor: false, IsActedForBy: true })
    const [turned] = (await bench.mine.get(`/api/contacts/${parent}/relationships`)).json()
    expect(turned).toMatchObject({ Type: 'Child', ReverseType: 'Parent', MayActFor: true, IsActedForBy: false })
    await bench.mine.delete(`/api/contacts/${child}/relationships/${id}`)
    expect(await rows(parent, 'actsfor')).toEqual([])
  })

  test('returns the right on both sides of a symmetric type, and on the near side if the type grants it', async () => {
    const one = await bench.person()
    const two = await bench.person()
    const firm = await bench.organization()
    await relate(one, two, 'Spouse')
    await relate(one, firm, 'Employer')
    await setRights('Spouse', { InheritsRights: true })
    await setRights('Employer', { ReverseInheritsRights: true })
    expect(await rows(two, 'actsfor')).toMatchObject([{ ContactId: one, Label: 'Spouse' }])
    expect(await rows(two, 'actedforby')).toMatchObject([{ ContactId: one }])
    expect(await rows(firm, 'actedforby')).toMatchObject([{ ContactId: one, Label: 'Employee' }])
    expect(await rows(firm, 'actsfor')).toEqual([])
    // One step: the spouse of an employee does not act for the employer.
    expect((await rows(two, 'actsfor')).map(({ ContactId }) => ContactId)).not.toContain(firm)
  })

  test('returns the right of a primary contact, and none of or for deleted contacts', async () => {
    const firm = await bench.organization()
    const person = await bench.person()
    const saved = await bench.mine.post(`/api/contacts/org/${firm}`, { AuditId: 1, PrimaryContactId: person })
    expect(saved.statusCode, saved.body).toBe(200)
    const ways = await rows(person, 'actsfor')
    expect(ways).toContainEqual(expect.objectContaining({ ContactId: firm, Through: 'primarycontact' }))
    const group = (await bench.mine.post('/api/groups/0', { Name: 'Board' })).json()
    const join = (ActingContactId: number) =>
      bench.mine.post(`/api/contacts/${firm}/groups/${group.GroupId}`, { IsOptIn: true, ActingContactId })
    const end = async (id: number) => bench.mine.delete(`/api/contacts/${id}/${await bench.version(id)}`)
    expect((await end(person)).statusCode).toBe(200)
    expect(await rows(firm, 'actedforby')).toEqual([])
    expect(await refusal(join(person))).toEqual([422, '/ActingContactId'])
    const back = await bench.mine.post(`/api/contacts/${person}/restore/${await bench.version(person)}`)
    expect(back.statusCode, back.body).toBe(200)
    expect((await join(person)).statusCode).toBe(200)
    const gone = await end(firm)
    expect(gone.statusCode, gone.body).toBe(200)
    expect(await rows(person, 'actsfor')).toEqual([])
    expect(await refusal(bench.mine.get(`/api/contacts/${firm}/actedforby`))).toEqual([404, 'not-found'])
  })

  test('returns a page in a number of statements that does not grow with its size', async () => {
    const parent = await bench.person()
    const ids = []
    for (let n = 0; n < 6; n++) {
      const child = await bench.person()
      await relate(child, parent, 'Parent')
      ids.push(child)
    }
    const page = await bench.mine.get(`/api/contacts/${parent}/actsfor?Take=4&Skip=4`)
    expect(page.json()).toMatchObject({ TotalRecordAvailable: '6', Results: [{}, {}] })
    const count = (take: number) => countQueries(bench.server.database, () => rows(parent, 'actsfor', `?Take=${take}`))
    const few = await count(1)
    const many = await count(6)
    expect(many.result.map(({ ContactId }) => ContactId).sort()).toEqual(ids.sort())
    expect(many.queries.length).toBe(few.queries.length)
    expect(await refusal(bench.mine.get(`/api/contacts/${parent}/actsfor?Take=0`))).toEqual([400, 'query:Take'])
    expect(await refusal(bench.theirs.get(`/api/contacts/${parent}/actsfor`))).toEqual([404, 'not-found'])
    const signer = await bench.server.caller(bench.mine.tenant, ['signatures:read'])
    expect((await signer.get(`/api/contacts/${parent}/actedforby`)).statusCode).toBe(403)
  })
})

describe('GET /api/contacts/{contactId}/actedforby (listContactActedForBy)', () => {
  test('returns the contacts with a current role whose type grants the right', async () => {
    const firm = await bench.organization()
    const owner = await bench.person()
    const former = await bench.person()
    const employee = await bench.person()
    const give = async (contactId: number, role: string, more: Json = {}) => {
      const body = { OrganizationContactId: firm, RoleId: await roleType(role), ...more }
      expect((await bench.mine.post(`/api/contacts/${contactId}/roles/0`, body)).statusCode).toBe(200)
    }
    await give(owner, 'Owner')
    await give(former, 'Owner', { RoleStartDate: '2001-01-01', RoleEndDate: '2002-01-01' })
    await give(employee, 'Employee')
    expect(await rows(firm, 'actedforby')).toMatchObject([{ ContactId: owner, Through: 'role', Label: 'Owner' }])
    const url = `/api/contacts/roletypes/${await roleType('Employee')}`
    await bench.good('saveContactRoleType', bench.mine.post(url, { InheritsRights: true }))
    const ids = (await rows(firm, 'actedforby')).map(({ ContactId }) => ContactId)
    expect(ids.sort()).toEqual([owner, employee].sort())
  })
})
