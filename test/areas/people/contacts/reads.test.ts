import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contact } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addFullOrganization, addFullPerson } from '#test/support/contact-records'
import { addOrganization, addPerson, endContact } from '#test/support/contacts'
import { expectShape } from '#test/support/contract-shape'
import { countQueries } from '#test/support/count-queries'

let server: TestApp
let mine: TestCaller
let person: Contact
let at: Contact
let organization: Contact

beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  ;({ person, at } = await addFullPerson(server.database, mine.tenant.id))
  organization = await addFullOrganization(server.database, mine.tenant.id)
})
afterAll(() => server.close())

const contract = JSON.parse(readFileSync(new URL('../../../../openapi/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, { headers?: object }> }>>
}
const hasDocumentedETag = (name: string): boolean =>
  Object.values(contract.paths)
    .flatMap((methods) => Object.values(methods))
    .some(({ operationId, responses }) => operationId === name && 'ETag' in (responses?.['200']?.headers ?? {}))

/** The reads of one contact: operation, path, and a contact with data for it. */
const reads = (): [operationId: string, path: (id: number) => string, contact: Contact][] => [
  ['getPerson', (id) => `/api/contacts/person/${id}`, person],
  ['getPersonSummary', (id) => `/api/contacts/PersonSummary/${id}`, person],
  ['getOrganizationGeneral', (id) => `/api/contacts/OrgGeneral/${id}`, organization],
  ['listOrganizationMemberships', (id) => `/api/contacts/org/${id}/memberships`, organization],
  ['getOrganizationGroups', (id) => `/api/contacts/org/${id}/groups`, organization],
  ['listContactWebsites', (id) => `/api/contacts/lookup/${id}/contactwebsites`, person],
  ['listPrimaryContactEmails', (id) => `/api/contacts/PrimaryContact/Emails/${id}`, person],
  ['listContactAddresses', (id) => `/api/contacts/ContactAddresses/${id}`, person],
]
const readNamed = (name: string) => reads().find(([operationId]) => operationId === name) as ReturnType<typeof reads>[0]

/** Tests that apply to every read of one contact. */
const testRead = (name: string): void => {
  test('returns every documented field and no other, each of its type', async () => {
    const [, path, contact] = readNamed(name)
    const answer = await mine.get(path(contact.id))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expectShape(name, answer.json())
    const list = Array.isArray(answer.json()) ? answer.json() : [1]
    expect(list.length).toBeGreaterThan(0)
  })

  test('runs one statement', async () => {
    const [, path, contact] = readNamed(name)
    await mine.get(path(contact.id))
    const { queries } = await countQueries(server.database, () => mine.get(path(contact.id)))
    expect(queries.length).toBe(1)
  })

  test('returns the winner for a merged contact, after any number of merges', async () => {
    const [, path, winner] = readNamed(name)
    const add = winner.systemTypeId === 1 ? addPerson : addOrganization
    const middle = await add(server.database, mine.tenant.id)
    const loser = await add(server.database, mine.tenant.id)
    await endContact(server.database, middle, winner.id)
    await endContact(server.database, loser, middle.id)
    const answer = await mine.get(path(loser.id))
    const own = await mine.get(path(winner.id))
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(own.body)
    expect(answer.headers['content-location']).toBe(path(winner.id))
    expect(own.headers['content-location']).toBeUndefined()
  })

  test('returns the same 404 for a deleted contact, one merged into a deleted one, a missing one, and one of another tenant', async () => {
    const [, path, { systemTypeId }] = readNamed(name)
    const add = systemTypeId === 1 ? addPerson : addOrganization
    const theirs = await server.tenant()
    const foreign = await add(server.database, theirs.tenant.id)
    const deleted = await add(server.database, mine.tenant.id)
    const loser = await add(server.database, mine.tenant.id)
    await endContact(server.database, deleted)
    await endContact(server.database, loser, deleted.id)
    const said = []
    for (const id of [2_147_483_647, foreign.id, deleted.id, loser.id]) {
      const answer = await mine.get(path(id))
      expect(answer.statusCode).toBe(404)
      said.push({ ...answer.json(), requestId: '', instance: '' })
    }
    for (const other of said) expect(other).toEqual(said[0])
    expect((await theirs.get(path(foreign.id))).statusCode).toBe(200)
  })

  test('rejects invalid ids, callers without a credential, and callers without the scope', async () => {
    const [, path, contact] = readNamed(name)
    for (const id of [0, -1, 2_147_483_648, 1.5, Number.NaN]) expect((await mine.get(path(id))).statusCode).toBe(400)
    expect((await server.app.inject({ url: path(contact.id) })).statusCode).toBe(401)
    const powerless = await server.caller(mine.tenant, ['contacts:write'])
    expect((await powerless.get(path(contact.id))).statusCode).toBe(403)
  })
}

describe('GET /api/contacts/person/{contactId} (getPerson)', () => {
  testRead('getPerson')

  test('returns the version as ETag, and the records', async () => {
    const answer = await mine.get(`/api/contacts/person/${person.id}`)
    const read = answer.json()
    expect(answer.headers.etag).toBe(`"${person.auditId}"`)
    expect(read.ContactList.map((info: { Kind: string; Value: string }) => [info.Kind, info.Value])).toEqual([
      ['email', 'Ada@l.example'],
      ['email', 'old@l.example'],
      ['phone', '+46 8 123'],
      ['website', 'https://l.example'],
    ])
    expect(read.ContactList[0]).toMatchObject({ IsPrimary: true, TypeId: 2, Type: 'Personal', Status: 1 })
    expect(read.ContactList[2]).toMatchObject({ Extension: '7', Type: 'Mobile' })
    expect(read.Addresses).toMatchObject([{ Address1: 'Storgatan 5', CountryId: 752, TenantId: mine.tenant.id }])
    expect(read.ContactDesignations).toMatchObject([{ Code: 'CPA' }])
    expect(read.OrganizationsAndRoles).toMatchObject([
      {
        Title: 'Chef',
        Name: at.displayName,
        RoleStartDate: '2024-05-01T00:00:00Z',
        RoleEndDate: null,
        IsContact: false,
      },
      { Title: 'Cook', RoleStartDate: null, RoleEndDate: '2024-04-30T00:00:00Z' },
    ])
  })

  test('returns 404 for a person as an organization, and for an organization as a person', async () => {
    expect((await mine.get(`/api/contacts/person/${organization.id}`)).statusCode).toBe(404)
    expect((await mine.get(`/api/contacts/PersonSummary/${organization.id}`)).statusCode).toBe(404)
    expect((await mine.get(`/api/contacts/OrgGeneral/${person.id}`)).statusCode).toBe(404)
  })
})

describe('GET /api/contacts/PersonSummary/{ContactId} (getPersonSummary)', () => {
  testRead('getPersonSummary')

  test('returns balance, open tasks and tags', async () => {
    const read = (await mine.get(`/api/contacts/PersonSummary/${person.id}`)).json()
    expect(read).toMatchObject({ Balance: 120.5, OpenTaskCount: 1, Tags: ['Speaker'], Status: 2, LoginId: null })
    expect(read.EmailRelayServiceAddress).toBe(`contact-${person.id}@${mine.tenant.key}.relay.invalid`)
    expect(read.ProfileImage).toMatchObject({ FileId: 3, Url: 'https://img.example/1.png', Height: 0 })
  })

  test('returns the actions that the scopes of the caller allow', async () => {
    const reader = await server.caller(mine.tenant, ['contacts:read'])
    const summary = (await reader.get(`/api/contacts/PersonSummary/${person.id}`)).json()
    expect(summary).toMatchObject({ Actions: ['view'], DoNotShowEditName: true })
    const full = (await mine.get(`/api/contacts/PersonSummary/${person.id}`)).json()
    expect(full).toMatchObject({ Actions: ['view', 'edit', 'merge'], DoNotShowEditName: false })
  })
})

describe('GET /api/contacts/OrgGeneral/{ContactId} (getOrganizationGeneral)', () => {
  testRead('getOrganizationGeneral')

  test('returns each relationship from its own side, in the list of its type', async () => {
    const read = (await mine.get(`/api/contacts/OrgGeneral/${organization.id}`)).json()
    const shown = (list: { Name: string; Type: string }[]) => list.map(({ Name, Type }) => `${Type}: ${Name}`)
    expect(shown(read.ParentOrganizations)).toEqual(['Owner: Above'])
    expect(shown(read.ChildOrganizations)).toEqual(['Owned: Below'])
    expect(shown(read.RelatedOrganizations)).toEqual(['Partner: Side'])
    expect(shown(read.RelatedIndividuals)).toEqual(['Customer: Ben Lindqvist'])
    expect(shown(read.Families)).toEqual(['Cousin: Cy Lindqvist'])
    expect(shown(read.AssignedContacts)).toEqual(['Manager: Ben Lindqvist'])
    expect(read.Contacts).toMatchObject([{ Name: 'Ann Lindqvist', IsPrimary: true, Title: 'Head' }])
    expect(read.Organizations).toMatchObject([{ Name: 'Side', Title: 'Sponsor' }])
    expect(read.Certifications).toMatchObject([{ PercentComplete: 66, Percentage: '66 %', CreditsEarned: 2 }])
    expect(read.Communication).toMatchObject([{ FromInitials: 'AL', Date: '2026-02-03T04:05:06.789Z' }])
    expect(
      read.Groups.map(({ Name, IsSelected }: { Name: string; IsSelected: boolean }) => [Name, IsSelected]),
    ).toEqual([
      ['Board', false],
      ['News', true],
    ])
    expect(read.Memberships.map(({ Status }: { Status: string }) => Status)).toEqual(['Active', 'Lapsed'])
    expect(read.Memberships[0]).toMatchObject({ Amount: 480, Balance: 80.5, StartDate: '2026-01-01' })
    for (const list of ['Projects', 'FormsResponses', 'SoftwareAccounts', 'ContactExperiences', 'SalesOpportunities'])
      expect(read[list], list).toHaveLength(1)
  })

  test('the read of a whole contact returns its version as ETag, and that of the winner for a merged contact', async () => {
    const { database } = server
    const tenantId = mine.tenant.id
    const loser = await addOrganization(database, tenantId)
    await endContact(database, loser, organization.id)
    await database.system.contact.updateMany({ where: { tenantId, id: organization.id }, data: { auditId: 7 } })
    for (const path of [`OrgGeneral/${organization.id}`, `OrgGeneral/${loser.id}`, `org/${organization.id}/groups`])
      expect((await mine.get(`/api/contacts/${path}`)).headers.etag, path).toBe('"7"')
  })
})

describe('GET /api/contacts/org/{ContactId}/memberships (listOrganizationMemberships)', () => {
  testRead('listOrganizationMemberships')

  test('returns the memberships, the current one first', async () => {
    const read = (await mine.get(`/api/contacts/org/${organization.id}/memberships`)).json()
    expect(read.map(({ Status }: { Status: string }) => Status)).toEqual(['Active', 'Lapsed'])
  })
})

describe('GET /api/contacts/org/{ContactId}/groups (getOrganizationGroups)', () => {
  testRead('getOrganizationGroups')

  test('returns the groups of the tenant, and marks those of the organization', async () => {
    const read = (await mine.get(`/api/contacts/org/${organization.id}/groups`)).json()
    expect(read.ContactId).toBe(organization.id)
    expect(read.Groups).toMatchObject([
      { Name: 'Board', IsSelected: false },
      { Name: 'News', IsSelected: true },
    ])
  })
})

describe('GET /api/contacts/lookup/{contactId}/contactwebsites (listContactWebsites)', () => {
  testRead('listContactWebsites')

  test('returns the websites of the contact', async () => {
    const read = (await mine.get(`/api/contacts/lookup/${person.id}/contactwebsites`)).json()
    expect(read).toMatchObject([{ Name: 'https://l.example' }])
  })
})

describe('GET /api/contacts/PrimaryContact/Emails/{primaryContactId} (listPrimaryContactEmails)', () => {
  testRead('listPrimaryContactEmails')

  test('returns the email addresses, the primary one first', async () => {
    const read = (await mine.get(`/api/contacts/PrimaryContact/Emails/${person.id}`)).json()
    expect(read).toMatchObject([{ Name: 'Ada@l.example', EmailAddressTypeId: 2 }, { Name: 'old@l.example' }])
  })
})

describe('GET /api/contacts/ContactAddresses/{contactId} (listContactAddresses)', () => {
  testRead('listContactAddresses')

  test('returns the addresses with their country', async () => {
    const read = (await mine.get(`/api/contacts/ContactAddresses/${person.id}`)).json()
    expect(read).toMatchObject([{ Address1: 'Storgatan 5', CountryId: 752 }])
  })
})

describe('GET /api/contacts/lookup/{list} (lookupContactValues)', () => {
  test.each([
    ...['types', 'statuses', 'genders', 'emailtypes', 'emailstatuses', 'phonetypes', 'webaddresstypes', 'addresstypes'],
    ...['addressusageflags', 'activitytypes', 'communicationtypes', 'communicationstatuses', 'categorytypes'],
    ...['certificationstatuses', 'certificationcompletiontypes', 'roles', 'tags', 'groups', 'countries'],
  ])('returns %s in the documented shape', async (list) => {
    const answer = await mine.get(`/api/contacts/lookup/${list}`)
    expectShape('lookupContactValues', answer.json())
    expect(answer.json().length).toBeGreaterThan(0)
  })

  test('returns 400 for an unknown list', async () => {
    expect((await mine.get('/api/contacts/lookup/planets')).statusCode).toBe(400)
  })
})

test('every read of one contact with a documented ETag returns it, and no other does', async () => {
  for (const [name, path, contact] of reads()) {
    const answer = await mine.get(path(contact.id))
    expect(answer.headers.etag !== undefined, name).toBe(hasDocumentedETag(name))
  }
})
