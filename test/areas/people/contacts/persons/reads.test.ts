import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReads, type ReadsBench, testRead } from '#test/support/people/contact-reads'

let bench: ReadsBench
beforeAll(async () => {
  bench = await openReads()
})
afterAll(() => bench.server.close())

describe('GET /api/contacts/person/{contactId} (getPerson)', () => {
  testRead(() => bench, 'getPerson')

  test('returns the version as ETag, and the records', async () => {
    const answer = await bench.mine.get(`/api/contacts/person/${bench.person.id}`)
    const read = answer.json()
    expect(answer.headers.etag).toBe(`"${bench.person.auditId}"`)
    expect(read.ContactList.map((info: { Kind: string; Value: string }) => [info.Kind, info.Value])).toEqual([
      ['email', 'Ada@l.example'],
      ['email', 'old@l.example'],
      ['phone', '+46 8 123'],
      ['website', 'https://l.example'],
    ])
    expect(read.ContactList[0]).toMatchObject({ IsPrimary: true, TypeId: 2, Type: 'Personal', Status: 1 })
    expect(read.ContactList[2]).toMatchObject({ Extension: '7', Type: 'Mobile' })
    expect(read.Addresses).toMatchObject([{ Address1: 'Storgatan 5', CountryId: 752, TenantId: bench.mine.tenant.id }])
    expect(read.ContactDesignations).toMatchObject([{ Code: 'CPA' }])
    expect(read.OrganizationsAndRoles).toMatchObject([
      {
        Title: 'Chef',
        Name: bench.at.displayName,
        RoleStartDate: '2024-05-01T00:00:00Z',
        RoleEndDate: null,
        IsContact: false,
      },
      { Title: 'Cook', RoleStartDate: null, RoleEndDate: '2024-04-30T00:00:00Z' },
    ])
  })

  test('returns 404 for a person as an organization, and for an organization as a person', async () => {
    expect((await bench.mine.get(`/api/contacts/person/${bench.organization.id}`)).statusCode).toBe(404)
    expect((await bench.mine.get(`/api/contacts/PersonSummary/${bench.organization.id}`)).statusCode).toBe(404)
    expect((await bench.mine.get(`/api/contacts/OrgGeneral/${bench.person.id}`)).statusCode).toBe(404)
  })
})

describe('GET /api/contacts/PersonSummary/{ContactId} (getPersonSummary)', () => {
  testRead(() => bench, 'getPersonSummary')

  test('returns balance, open tasks and tags', async () => {
    const read = (await bench.mine.get(`/api/contacts/PersonSummary/${bench.person.id}`)).json()
    expect(read).toMatchObject({ Balance: 120.5, OpenTaskCount: 1, Tags: ['Speaker'], Status: 2, LoginId: null })
    expect(read.EmailRelayServiceAddress).toBeNull()
    expect(read.ProfileImage).toMatchObject({
      FileId: bench.person.imageFileId,
      Url: 'https://img.example/1.png',
      Height: 0,
    })
  })

  test('returns the actions that the scopes of the caller allow', async () => {
    const reader = await bench.server.caller(bench.mine.tenant, ['contacts:read'])
    const summary = (await reader.get(`/api/contacts/PersonSummary/${bench.person.id}`)).json()
    expect(summary).toMatchObject({ Actions: ['view'], DoNotShowEditName: true })
    const full = (await bench.mine.get(`/api/contacts/PersonSummary/${bench.person.id}`)).json()
    expect(full).toMatchObject({ Actions: ['view', 'edit', 'merge'], DoNotShowEditName: false })
  })
})
