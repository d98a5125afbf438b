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

describe('POST /api/contacts/org/{contactId} (saveOrganization)', () => {
  it('creates an organization with its records and parents', async () => {
    const parent = await api.org({ OrganizationName: 'Holding AG' })
    const created = await api.saveOrg(0, {
      OrganizationName: 'Daughter GmbH',
      ContactInfos: [{ Kind: 'email', Value: 'office@daughter.example' }],
      Addresses: [{ City: 'Bern', CountryId: 756 }],
      ParentOrganizations: [{ ContactId: parent.ContactId }],
    })
    expect(created.statusCode, created.body).toBe(200)
    expect(created.headers.etag).toBe('"1"')
    expect(created.json()).toEqual(await api.getOrg(created.json().ContactId))
    expect(created.json()).toMatchObject({
      ContactDisplayName: 'Daughter GmbH',
      ContactInfos: [{ Value: 'office@daughter.example', IsPrimary: true }],
      ParentOrganizations: [{ ContactId: parent.ContactId }],
    })
    const rows = await api.rows()
    expect(rows.get(parent.ContactId)).toMatchObject({ Children: 1, Parents: 0 })
    expect(rows.get(created.json().ContactId)).toMatchObject({ Children: 0, Parents: 1, City: 'Bern' })
  })

  it('shows the name of an organization, and finds it by its common name too', async () => {
    const names = { OrganizationName: 'Northern Timber Cooperative', CommonName: 'Sawmill' }
    const { ContactId, ContactDisplayName } = await api.org(names)
    expect(ContactDisplayName).toBe('Northern Timber Cooperative')
    expect((await api.rows('?$search=sawmill')).get(ContactId)?.Name).toBe('Northern Timber Cooperative')
    expect((await api.rows("?$filter=startswith(SortName, 'northern timber')")).has(ContactId)).toBe(true)
  })

  it('removes a parent and updates the counts', async () => {
    const parent = await api.org({ OrganizationName: 'Upper' })
    const child = await api.org({ OrganizationName: 'Lower', ParentOrganizations: [{ ContactId: parent.ContactId }] })
    const [link] = child.ParentOrganizations
    const body = {
      AuditId: 1,
      ParentOrganizations: [{ ContactRelationshipId: link?.ContactRelationshipId, isDeleted: true }],
    }
    await api.good(api.saveOrg(child.ContactId, body))
    expect((await api.rows()).get(parent.ContactId)?.Children).toBe(0)
  })

  it('rejects an organization as its own ancestor, over any number of steps', async () => {
    const a = await api.org({ OrganizationName: 'Ring A' })
    const b = await api.org({ OrganizationName: 'Ring B', ParentOrganizations: [{ ContactId: a.ContactId }] })
    const c = await api.org({ OrganizationName: 'Ring C', ParentOrganizations: [{ ContactId: b.ContactId }] })
    for (const parent of [a, c]) {
      const body = { AuditId: 1, ParentOrganizations: [{ ContactId: parent.ContactId }] }
      const refused = await api.saveOrg(a.ContactId, body)
      expect(refused.statusCode).toBe(422)
      expect(refused.json().code).toBe('relationship-cycle')
    }
  })

  it('writes a new name to the rows of its people in the same transaction', async () => {
    const org = await api.org({ OrganizationName: 'Before' })
    const role = { OrganizationContactId: org.ContactId }
    const person = await api.person({ FirstName: 'Staffer', OrganizationsAndRoles: [role] })
    await api.good(api.saveOrg(org.ContactId, { AuditId: 1, OrganizationName: 'After' }))
    const summary = await api.good(api.caller.get(`/api/contacts/PersonSummary/${person.ContactId}`))
    expect(summary).toMatchObject({ PrimaryOrg: 'After' })
  })
})
