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

const emails = (...addresses: string[]) => addresses.map((Value) => ({ Kind: 'email', Value }))

describe('GET /api/contacts/{contactId}/duplicates (listContactDuplicates)', () => {
  it('compares persons by first name, last name and any shared email, in any spelling', async () => {
    const first = await api.person({
      FirstName: 'José',
      LastName: 'García-Márquez',
      ContactList: emails('JG@x.example'),
    })
    const alike = {
      FirstName: 'JOSE',
      LastName: 'Garcia Marquez',
      ContactList: emails('other@x.example', 'jg@X.example'),
    }
    const refused = await api.savePerson(0, alike)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().candidates).toEqual([
      {
        ContactId: first.ContactId,
        SystemContactTypeId: 1,
        Name: 'José García-Márquez',
        Score: 22,
        MatchedFields: ['FirstName', 'LastName', 'EmailAddress'],
      },
    ])
    for (const other of [
      { ...alike, FirstName: 'Juan' },
      { ...alike, LastName: 'Lopez' },
      { ...alike, ContactList: emails('other@x.example') },
    ]) {
      const check = { SystemContactTypeId: 1, ...other, EmailAddresses: other.ContactList.map(({ Value }) => Value) }
      expect((await api.caller.post('/api/contacts/duplicates', check)).json()).toEqual([])
    }
    expect((await api.savePerson(0, { ...alike, forceSave: true })).statusCode).toBe(200)
    const own = await api.good<object[]>(api.caller.get(`/api/contacts/${first.ContactId}/duplicates`))
    expect(own).toHaveLength(1)
  })
})

describe('POST /api/contacts/person/{contactId} (savePerson)', () => {
  it.each([
    ['Jürgen', 'Müller', 'Juergen', 'Mueller'],
    ['Soeren', 'Strasse', 'Søren', 'Straße'],
    ['Åse', 'Łukasz', 'Aase', 'Lukasz'],
    ['Đorđe', 'Ærø', 'Djordje', 'Aeroe'],
  ])('takes %s %s and %s %s for one person', async (first, last, otherFirst, otherLast) => {
    const ContactList = emails(`${otherLast}@one.example`)
    await api.person({ FirstName: first, LastName: last, ContactList })
    const refused = await api.savePerson(0, { FirstName: otherFirst, LastName: otherLast, ContactList })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'possible-duplicate'])
    expect(refused.json().candidates).toMatchObject([{ MatchedFields: ['FirstName', 'LastName', 'EmailAddress'] }])
  })
})

describe('POST /api/contacts/duplicates (checkDuplicates)', () => {
  it('compares organizations by any spelling of their names', async () => {
    const { ContactId } = await api.org({ OrganizationName: 'Schönböck Mueller GmbH' })
    for (const OrganizationName of ['Schoenboeck Müller', 'Schonbock Muller AG', 'Schönböck & Müller']) {
      const found = await api.caller.post('/api/contacts/duplicates', { SystemContactTypeId: 2, OrganizationName })
      expect(found.json()).toMatchObject([{ ContactId, MatchedFields: ['OrganizationName'] }])
    }
    expect(
      (
        await api.caller.post('/api/contacts/duplicates', {
          SystemContactTypeId: 2,
          OrganizationName: 'Schonbeck Muller',
        })
      ).json(),
    ).toEqual([])
  })

  it('compares organizations by name or email', async () => {
    const { ContactId } = await api.org({
      OrganizationName: 'Acme & Sons, Inc.',
      ContactInfos: emails('a@acme.example'),
    })
    const check = (body: object) =>
      api.good<{ ContactId: number; Score: number; MatchedFields: string[] }[]>(
        api.caller.post('/api/contacts/duplicates', { SystemContactTypeId: 2, ...body }),
      )
    expect(await check({ OrganizationName: 'ACME SONS GmbH' })).toMatchObject([
      { ContactId, Score: 10, MatchedFields: ['OrganizationName'] },
    ])
    expect(await check({ OrganizationName: 'Else', EmailAddresses: ['A@ACME.example'] })).toMatchObject([
      { ContactId, Score: 10, MatchedFields: ['EmailAddress'] },
    ])
    expect(await check({ OrganizationName: 'Acme and Sons', EmailAddresses: ['a@acme.example'] })).toMatchObject([
      { Score: 20 },
    ])
    expect(await check({ OrganizationName: 'Acme & Sons', ContactId })).toEqual([])
    expect((await api.caller.post('/api/contacts/duplicates', { SystemContactTypeId: 3 })).statusCode).toBe(400)
    const bad = await api.caller.post('/api/contacts/duplicates', { SystemContactTypeId: 1, EmailAddresses: ['x'] })
    expect(bad.json().errors[0].pointer).toBe('/EmailAddresses/0')
  })
})

describe('POST /api/contacts/org/{contactId} (saveOrganization): possible duplicates', () => {
  it('compares a change with other contacts only if it changes name or email', async () => {
    await api.org({ OrganizationName: 'Same' })
    const second = await api.org({ OrganizationName: 'Same Ltd.' })
    const change = (AuditId: number, body: object) => api.saveOrg(second.ContactId, { AuditId, ...body })
    expect((await change(1, { AccountNumber: '7' })).statusCode).toBe(200)
    expect((await change(2, { OrganizationName: 'Different' })).statusCode).toBe(200)
    expect((await change(3, { OrganizationName: 'Same Inc.' })).statusCode).toBe(409)
    expect((await change(3, { OrganizationName: 'Same Inc.', forceSave: true })).statusCode).toBe(200)
  })

  it('ignores deleted contacts and those of other tenants', async () => {
    const gone = await api.org({ OrganizationName: 'Vanished' })
    await api.good(api.caller.delete(`/api/contacts/${gone.ContactId}/1`))
    const other = contactsApi(await test.tenant())
    await other.org({ OrganizationName: 'Vanished' })
    expect((await api.saveOrg(0, { OrganizationName: 'Vanished' })).statusCode).toBe(200)
  })

  it('returns no candidate to a caller that cannot read contacts', async () => {
    await api.org({ OrganizationName: 'Discreet' })
    const writer = contactsApi(await test.caller(api.caller.tenant, ['contacts:write']))
    const refused = await writer.saveOrg(0, { OrganizationName: 'Discreet' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().candidates).toEqual([])
  })
})
