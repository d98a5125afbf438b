import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { contactsApi } from '#test/support/people/contacts'

let test: TestApp
let api: ReturnType<typeof contactsApi>
beforeAll(async () => {
  test = await buildTestApp()
  api = contactsApi(await test.tenant())
})
afterAll(() => test.close())

const fifty = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, index) => work(index)))
const statuses = (answers: { statusCode: number }[]) => {
  const counts = new Map<number, number>()
  for (const { statusCode } of answers) counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
  return Object.fromEntries(counts)
}

describe('versions of contacts', () => {
  it('let exactly one of 50 writers with one AuditId succeed; the others get the current one', async () => {
    const { ContactId } = await api.person({ FirstName: 'Contested' })
    const answers = await fifty((index) => api.savePerson(ContactId, { AuditId: 1, LastName: `Writer ${index}` }))
    expect(statuses(answers)).toEqual({ 200: 1, 409: 49 })
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(answer.json()).toMatchObject({ code: 'stale-audit-id', AuditId: 2 })
    }
    expect(await api.getPerson(ContactId)).toMatchObject({ AuditId: 2 })
    const history = { tenantId: api.caller.tenant.id, entity: 'contact', entityId: ContactId }
    expect(await test.database.system.auditEntry.count({ where: history })).toBe(2)
    expect(await test.database.system.outboxEvent.count({ where: history })).toBe(2)
  })

  it('are required for a change: 409 without one, 412 for a stale If-Match', async () => {
    const { ContactId } = await api.person({ FirstName: 'Versioned' })
    expect((await api.savePerson(ContactId, { LastName: 'x' })).statusCode).toBe(409)
    expect((await api.savePerson(ContactId, { AuditId: 2, LastName: 'x' })).statusCode).toBe(409)
    expect((await api.savePerson(ContactId, { LastName: 'x' }, { 'if-match': '"2"' })).statusCode).toBe(412)
    expect((await api.savePerson(ContactId, { LastName: 'x' }, { 'if-match': 'W/"1"' })).statusCode).toBe(412)
    const saved = await api.savePerson(ContactId, { LastName: 'x' }, { 'if-match': '"1"' })
    expect(saved.headers.etag).toBe('"2"')
  })

  it('are checked for addresses and roles', async () => {
    const org = await api.org({ OrganizationName: 'Roles Inc.' })
    const person = await api.person({
      FirstName: 'Nested',
      Addresses: [{ City: 'Ulm' }],
      OrganizationsAndRoles: [{ OrganizationContactId: org.ContactId }],
    })
    const address = { ContactAddressId: person.Addresses[0]?.ContactAddressId, City: 'Trier' }
    const role = { ContactRoleId: person.OrganizationsAndRoles[0]?.ContactRoleId, Title: 'x' }
    for (const [body, pointer] of [
      [{ Addresses: [{ ...address, AddressAuditId: 7 }] }, '/Addresses/0/AddressAuditId'],
      [{ Addresses: [{ ...address, AuditId: 7 }] }, '/Addresses/0/AuditId'],
      [{ OrganizationsAndRoles: [{ ...role, ContactRoleAuditId: 7 }] }, '/OrganizationsAndRoles/0/ContactRoleAuditId'],
    ] as const) {
      const refused = await api.savePerson(person.ContactId, { AuditId: 1, ...body })
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({ code: 'stale-audit-id', errors: [{ pointer }] })
    }
  })

  it('let one of 50 deletions with one version succeed', async () => {
    const { ContactId } = await api.person({ FirstName: 'Doomed' })
    const answers = await fifty(() => api.caller.delete(`/api/contacts/${ContactId}/1`))
    expect(statuses(answers)).toEqual({ 200: 1, 404: 49 })
  })
})

describe('concurrent saves', () => {
  it('create exactly one of 50 identical people', async () => {
    const twin = { FirstName: 'Tom', LastName: 'Twin', ContactList: [{ Kind: 'email', Value: 'tom@twin.example' }] }
    const answers = await fifty(() => api.savePerson(0, twin))
    expect(statuses(answers)).toEqual({ 200: 1, 409: 49 })
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(answer.json()).toMatchObject({ code: 'possible-duplicate', candidates: [{ Name: 'Tom Twin', Score: 22 }] })
    }
  })

  it('create exactly one of 50 organizations with similar names or one email', async () => {
    const names = ['Ähnlich GmbH', 'AHNLICH', 'ähnlich Ltd.', 'Other']
    const infos = [{ Kind: 'email', Value: 'One@Ahnlich.example' }]
    const body = (index: number) => ({ OrganizationName: names[index % 4], ContactInfos: infos })
    expect(statuses(await fifty((index) => api.saveOrg(0, body(index))))).toEqual({ 200: 1, 409: 49 })
  })

  it('keep the counts of an organization correct when 50 people join it', async () => {
    const { ContactId } = await api.org({ OrganizationName: 'Crowded' })
    const roles = [{ OrganizationContactId: ContactId }]
    const answers = await fifty((index) =>
      api.savePerson(0, { FirstName: `Joiner ${index}`, OrganizationsAndRoles: roles }),
    )
    expect(statuses(answers)).toEqual({ 200: 50 })
    expect((await api.rows('?$top=1000')).get(ContactId)?.ContactRoleCount).toBe(50)
  })

  it('show the new name to people that join while the organization is renamed', async () => {
    const { ContactId } = await api.org({ OrganizationName: 'Name 0' })
    const roles = [{ OrganizationContactId: ContactId }]
    const join = (index: number) => api.person({ FirstName: `Late ${index}`, OrganizationsAndRoles: roles })
    const rename = (auditId: number) =>
      api.saveOrg(ContactId, { AuditId: auditId, OrganizationName: `Name ${auditId}` })
    const joining = Promise.all(Array.from({ length: 20 }, (_, index) => join(index)))
    for (let auditId = 1; auditId <= 5; auditId++) expect((await rename(auditId)).statusCode).toBe(200)
    const joined = (await joining).map((person) => person.ContactId)
    const where = { tenantId: api.caller.tenant.id, id: { in: joined } }
    const shown = await test.database.system.contact.findMany({ where, distinct: ['primaryOrganizationName'] })
    expect(shown.map((row) => row.primaryOrganizationName)).toEqual(['Name 5'])
  })

  it('cannot make two organizations parents of each other', async () => {
    for (let round = 0; round < 5; round++) {
      const a = await api.org({ OrganizationName: `Left ${round}` })
      const b = await api.org({ OrganizationName: `Right ${round}` })
      const under = (child: number, parent: number) =>
        api.saveOrg(child, { AuditId: 1, ParentOrganizations: [{ ContactId: parent }] })
      const answers = await Promise.all([under(a.ContactId, b.ContactId), under(b.ContactId, a.ContactId)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    }
  })
})
