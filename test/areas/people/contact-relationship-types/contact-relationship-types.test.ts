import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const ROOT = '/api/contactrelationshiptypes'
let made = 0
const save = (id: number, body: Json) => bench.mine.post(`${ROOT}/${id}`, body)
const create = async (body: Json = {}): Promise<Json> => {
  const sent = { SystemRelationshipTypeId: '1', Name: `Mentor ${++made}`, ReverseName: 'Mentee', ...body }
  return (await bench.good('saveContactRelationshipType', save(0, sent))).body
}
const idOf = (type: Json) => type.ContactRelationshipTypeId as number
const remove = (id: number, auditId: number) => bench.mine.delete(`${ROOT}/${id}/${auditId}`)
const list = async (options: Json = {}) => {
  const answer = bench.mine.get(`${ROOT}?options=${encodeURIComponent(JSON.stringify(options))}`)
  return (await bench.good('listContactRelationshipTypes', answer)).body
}
const seeded = async (name: string) => {
  const found = await list({ Filter: `Name eq '${name}'` })
  return found[0] as Json
}
/** The choices of a kind in the other tenant, which keeps the seeded types. */
const choices = async (kind: string) => {
  const operation = `lookup${kind[0]?.toUpperCase()}${kind.slice(1)}RelationshipTypes`
  return (await bench.good(operation, bench.theirs.get(`${ROOT}/lookup/${kind}`))).body
}
const use = async (typeId: number) => {
  const one = await bench.person()
  const two = await bench.person()
  const sent = { OtherContactId: two, ContactRelationshipTypeId: typeId }
  return bench.mine.post(`/api/contacts/${one}/relationships/0`, sent)
}

describe('POST /api/contactrelationshiptypes/{contactrelationshiptypeid} (saveContactRelationshipType)', () => {
  test('creates, changes and deletes a type by its version', async () => {
    const type = await create({ Name: '  Coach   of rowing ', Description: ' Rows ', FromSystemContactTypeId: '1' })
    const id = idOf(type)
    const expected = {
      AuditId: 1,
      SystemRelationshipTypeId: '1',
      Name: 'Coach of rowing',
      Description: 'Rows',
      ReverseName: 'Mentee',
      FromSystemContactTypeId: '1',
      InheritsRights: false,
      ReverseInheritsRights: false,
    }
    expect(type).toMatchObject({ ...expected, SystemRelationshipType: 'Individual' })
    const read = await bench.good('getContactRelationshipType', bench.mine.get(`${ROOT}/${id}`))
    expect([read.body, read.version]).toMatchObject([{ ...expected, Id: id, ContactRelationshipTypeId: id }, 1])
    const changed = await save(id, { AuditId: 1, Description: null, InheritsRights: true })
    expect([changed.json(), changed.headers.etag]).toMatchObject([
      { ...expected, AuditId: 2, Description: null, InheritsRights: true },
      '"2"',
    ])
    expect(await refusal(save(id, { AuditId: 1 }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(save(id, { Name: 'Unversioned' }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(bench.mine.post(`${ROOT}/${id}`, {}, { 'if-match': '"1"' }))).toEqual([
      412,
      'precondition-failed',
    ])
    expect(await refusal(remove(id, 1))).toEqual([409, 'stale-audit-id'])
    await bench.good('deleteContactRelationshipType', remove(id, 2))
    expect(await refusal(bench.mine.get(`${ROOT}/${id}`))).toEqual([404, 'not-found'])
    const where = { tenantId: bench.mine.tenant.id, entity: 'contactrelationshiptype', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, auditId }) => [kind, auditId])).toEqual([
      ['contactrelationshiptype.created', 1],
      ['contactrelationshiptype.updated', 2],
      ['contactrelationshiptype.deleted', 3],
    ])
  })

  test('reports every invalid field with its pointer', async () => {
    const no = (body: Json) => refusal(save(0, body))
    expect(await no({ Name: 'x' })).toEqual([400, '/SystemRelationshipTypeId'])
    expect(await no({ Name: 'x', SystemRelationshipTypeId: '4' })).toEqual([400, '/SystemRelationshipTypeId'])
    expect(await no({ SystemRelationshipTypeId: '1' })).toEqual([400, '/Name'])
    expect(await no({ SystemRelationshipTypeId: '1', Name: ' ' })).toEqual([400, '/Name'])
    expect(await no({ SystemRelationshipTypeId: '1', Name: 'x'.repeat(101) })).toEqual([400, '/Name'])
    expect(await no({ SystemRelationshipTypeId: '1', Name: 'x', FromSystemContactTypeId: '3' })).toEqual([
      400,
      '/FromSystemContactTypeId',
    ])
    expect(await no({ SystemRelationshipTypeId: '3', Name: 'x', InheritsRights: true })).toEqual([
      400,
      '/InheritsRights',
    ])
    expect(
      await no({ SystemRelationshipTypeId: '1', Name: 'x', InheritsRights: true, ReverseInheritsRights: false }),
    ).toEqual([400, '/ReverseInheritsRights'])
    const { ContactRelationshipTypeId } = await create()
    expect(await refusal(save(ContactRelationshipTypeId as number, { AuditId: 1, Name: null }))).toEqual([400, '/Name'])
  })

  test('makes a type with one label symmetric, also after it is renamed', async () => {
    const type = await create({ Name: 'Colleague', ReverseName: 'colleague', ReverseInheritsRights: true })
    expect(type).toMatchObject({ ReverseName: 'Colleague', InheritsRights: true, ReverseInheritsRights: true })
    const renamed = await save(idOf(type), { AuditId: 1, Name: 'Workmate' })
    expect(renamed.json()).toMatchObject({ Name: 'Workmate', ReverseName: 'Workmate' })
    const parted = await save(idOf(type), { AuditId: 2, ReverseName: 'Helper', ReverseInheritsRights: false })
    expect(parted.json()).toMatchObject({ Name: 'Workmate', ReverseName: 'Helper', InheritsRights: true })
    expect((await save(idOf(type), { AuditId: 3, Name: 'Master' })).json()).toMatchObject({ ReverseName: 'Helper' })
    expect(await create({ Name: 'Neighbour', ReverseName: undefined })).toMatchObject({ ReverseName: 'Neighbour' })
  })

  test('accepts a name once per kind, also from concurrent requests', async () => {
    const raced = () => save(0, { SystemRelationshipTypeId: '2', Name: 'Supplier', ReverseName: 'Customer' })
    const answers = await Promise.all(Array.from({ length: 10 }, raced))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await refusal(save(0, { SystemRelationshipTypeId: '2', Name: 'SUPPLIER' }))).toEqual([409, 'duplicate'])
    const other = await create({ Name: 'supplier' })
    expect(await refusal(save(idOf(other), { AuditId: 1, SystemRelationshipTypeId: '2' }))).toEqual([409, 'duplicate'])
    expect((await save(idOf(other), { AuditId: 1, Name: 'SUPPLIER' })).statusCode).toBe(200)
  })

  test('rejects the 501st type', async () => {
    const caller = await bench.server.tenant()
    const { contactRelationshipType } = bench.server.database.system
    const tenantId = caller.tenant.id
    const builtIn = await contactRelationshipType.count({ where: { tenantId } })
    const data = Array.from({ length: 499 - builtIn }, (_, n) => ({
      tenantId,
      systemTypeId: 1,
      name: `${n}`,
      reverseName: `${n}`,
    }))
    await contactRelationshipType.createMany({ data })
    const add = (Name: string) => caller.post(`${ROOT}/0`, { SystemRelationshipTypeId: '1', Name })
    expect((await add('The last')).statusCode).toBe(200)
    expect(await refusal(add('One more'))).toEqual([422, 'too-many'])
  })

  test('accepts one of several concurrent changes of the same version', async () => {
    const id = idOf(await create())
    const change = (n: number) => save(id, { AuditId: 1, Description: `${n}` })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(n)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('keeps the kinds of a type in use, and changes only its labels and rights', async () => {
    const id = idOf(await create({ FromSystemContactTypeId: '1' }))
    expect((await use(id)).statusCode).toBe(200)
    expect(await refusal(remove(id, 1))).toEqual([409, 'in-use'])
    for (const body of [{ SystemRelationshipTypeId: '2' }, { FromSystemContactTypeId: null }, { ReverseName: null }])
      expect(await refusal(save(id, { AuditId: 1, ...body }))).toEqual([409, 'in-use'])
    const renamed = await save(id, { AuditId: 1, Name: 'Guide', ReverseName: 'Guided', InheritsRights: true })
    expect(renamed.json()).toMatchObject({ Name: 'Guide', ReverseName: 'Guided', InheritsRights: true })
  })

  test('either saves a relationship or deletes or changes the type if both happen concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const id = idOf(await create())
      const other = idOf(await create())
      const [used, deleted] = await Promise.all([use(id), remove(id, 1)])
      expect([used.statusCode, deleted.statusCode].sort()).toEqual(used.statusCode === 200 ? [200, 409] : [200, 422])
      const [related, turned] = await Promise.all([
        use(other),
        save(other, { AuditId: 1, SystemRelationshipTypeId: '2' }),
      ])
      expect([related.statusCode, turned.statusCode].sort()).toEqual(
        related.statusCode === 200 ? [200, 409] : [200, 422],
      )
    }
  })
})

describe('DELETE /api/contactrelationshiptypes/{contactrelationshiptypeid}/{auditid} (deleteContactRelationshipType)', () => {
  test('keeps built-in types, and changes only their labels and rights', async () => {
    const parent = await seeded('Parent')
    const id = idOf(parent)
    expect(parent).toMatchObject({ ReverseName: 'Child', InheritsRights: false })
    expect(await refusal(remove(id, 1))).toEqual([409, 'system-record'])
    expect(await refusal(save(id, { AuditId: 1, SystemRelationshipTypeId: '2' }))).toEqual([409, 'system-record'])
    expect(await refusal(save(id, { AuditId: 1, ReverseName: 'Parent' }))).toEqual([409, 'system-record'])
    expect((await save(id, { AuditId: 1, InheritsRights: true })).json()).toMatchObject({ InheritsRights: true })
  })
})

describe('GET /api/contactrelationshiptypes/{contactrelationshiptypeid} (getContactRelationshipType)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const id = idOf(await create())
    for (const call of [
      bench.theirs.get(`${ROOT}/${id}`),
      bench.theirs.post(`${ROOT}/${id}`, { AuditId: 1, Name: 'Taken' }),
      bench.theirs.delete(`${ROOT}/${id}/1`),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
    const theirs = (await bench.theirs.get(`${ROOT}?options=${encodeURIComponent('{"Take":"1000"}')}`)).json() as Json[]
    expect(theirs.map(idOf)).not.toContain(id)
  })

  test('returns 403 without the scope of the operation', async () => {
    const reader = await bench.server.caller(bench.mine.tenant, ['contact-relationship-types:read'])
    expect((await reader.get(ROOT)).statusCode).toBe(200)
    expect((await reader.post(`${ROOT}/0`, {})).statusCode).toBe(403)
    expect((await reader.delete(`${ROOT}/1/1`)).statusCode).toBe(403)
    const contacts = await bench.server.caller(bench.mine.tenant, ['contacts:write'])
    expect((await contacts.get(`${ROOT}/lookup/staff`)).statusCode).toBe(403)
  })
})

describe('GET /api/contactrelationshiptypes (listContactRelationshipTypes)', () => {
  test('filters, orders, searches and pages the list', async () => {
    await create({ Name: 'Œnologist', ReverseName: 'Élève', Description: 'Wine' })
    await create({ Name: 'Zookeeper', InheritsRights: true })
    const names = async (options: Json) => (await list(options)).map(({ Name }) => Name)
    const all = await names({ Take: '1000' })
    const sorted = [...all].sort((a, b) => (String(a).toLowerCase() < String(b).toLowerCase() ? -1 : 1))
    expect(all).toEqual(sorted)
    expect(await names({ Take: '2', Skip: '1' })).toEqual(all.slice(1, 3))
    expect(await names({ Take: '1', OrderBy: 'Name desc' })).toEqual(all.slice(-1))
    expect(await names({ Filter: 'SystemRelationshipTypeId eq 3' })).toEqual(['Account manager'])
    expect(await names({ Filter: 'InheritsRights eq true', Criteria: 'zoo' })).toEqual(['Zookeeper'])
    expect(await names({ Criteria: 'eleve' })).toEqual(['Œnologist'])
    const bad = (options: string) => refusal(bench.mine.get(`${ROOT}?options=${encodeURIComponent(options)}`))
    expect(await bad('{"Filter":"Purpose eq 1"}')).toEqual([400, 'query:options/Filter'])
    expect(await bad('{"Take":"1001"}')).toEqual([400, 'query:options/Take'])
    expect(await bad('{')).toEqual([400, 'query:options'])
  })

  test('uses the same number of statements for any number of rows', async () => {
    const ask = (take: number) => countQueries(bench.server.database, () => list({ Take: String(take) }))
    await ask(1)
    const few = await ask(1)
    const many = await ask(1000)
    expect(many.queries.length).toBe(few.queries.length)
    expect(many.queries.length).toBeLessThanOrEqual(3)
  })
})

describe('GET /api/contactrelationshiptypes/lookup/individual (lookupIndividualRelationshipTypes)', () => {
  test('returns the types between individuals, ordered by name', async () => {
    const people = await choices('individual')
    expect(people.map(({ Name, ExtraData, Order }) => [Name, ExtraData, Order])).toEqual([
      ['Parent', 'Child', 1],
      ['Sibling', 'Sibling', 2],
      ['Spouse', 'Spouse', 3],
      ['Supervisor', 'Direct report', 4],
      ['Volunteer coordinator', 'Volunteer', 5],
    ])
  })
})

describe('GET /api/contactrelationshiptypes/lookup/organization (lookupOrganizationRelationshipTypes)', () => {
  test('returns the types of organizations, ordered by name', async () => {
    expect((await choices('organization')).map(({ Name }) => Name)).toEqual(['Employer', 'Parent organization'])
  })
})

describe('GET /api/contactrelationshiptypes/lookup/staff (lookupStaffRelationshipTypes)', () => {
  test('returns the types of assigned staff', async () => {
    expect((await choices('staff')).map(({ Name }) => Name)).toEqual(['Account manager'])
  })
})
