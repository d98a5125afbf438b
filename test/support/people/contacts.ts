import { expect } from 'vitest'
import type { TestCaller } from '../build-app.ts'

type Json = Record<string, unknown>

/** The operations under test, by name, for one caller. */
export const contactsApi = (caller: TestCaller) => {
  const good = async <T = Json>(answer: Promise<{ statusCode: number; body: string; json(): T }>): Promise<T> => {
    const response = await answer
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  return {
    caller,
    savePerson: (id: number, body: object, headers?: Record<string, string>) =>
      caller.post(`/api/contacts/person/${id}`, body, headers),
    saveOrg: (id: number, body: object, headers?: Record<string, string>) =>
      caller.post(`/api/contacts/org/${id}`, body, headers),
    /** Creates a contact and returns it. */
    person: (body: object) => good<SavedPerson>(caller.post('/api/contacts/person/0', { forceSave: true, ...body })),
    org: (body: object) => good<SavedOrg>(caller.post('/api/contacts/org/0', { forceSave: true, ...body })),
    getPerson: (id: number) => good<SavedPerson>(caller.get(`/api/contacts/person/${id}`)),
    getOrg: (id: number) => good<SavedOrg>(caller.get(`/api/contacts/OrgGeneral/${id}`)),
    rows: async (query = '') => {
      const page = await good<{ Results: ListRow[] }>(caller.get(`/api/contacts${query}`))
      return new Map(page.Results.map((row) => [row.ContactId, row]))
    },
    good,
  }
}

export interface InfoItem {
  Kind: string
  Id: number
  Value: string
  IsPrimary: boolean
}
export interface SavedPerson {
  ContactId: number
  AuditId: number
  FirstName: string | null
  LastName: string | null
  PrimaryEmailAddressId: number | null
  ContactList: InfoItem[]
  Addresses: { ContactAddressId: number; AddressId: number; AuditId: number; AddressAuditId: number; City: string }[]
  OrganizationsAndRoles: {
    ContactRoleId: number
    ContactRoleAuditId: number
    OrganizationContactId: number
    Title: string
  }[]
  ContactDesignations: { ContactDesignationId: number; Code: string }[]
}
export interface SavedOrg {
  ContactId: number
  PersonContactId: number
  ContactDisplayName: string
  ContactInfos: InfoItem[]
  ParentOrganizations: { ContactId: number; ContactRelationshipId: number }[]
  ChildOrganizations: { ContactId: number }[]
  Contacts: { ContactId: number; Name: string }[]
}
export interface ListRow {
  ContactId: number
  Name: string
  Parents: number
  Children: number
  ContactRoleCount: number
  EmailAddress: string | null
  PrimaryContact: string | null
  City: string | null
  Phone: string | null
  Status: string
  MembershipStatusTypeId: number
  Balance: number
}
