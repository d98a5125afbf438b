import { expect } from 'vitest'
import type { Contact } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '../build-app.ts'
import { addChapter, addOwner, type TestChapter, type TestOwner } from './chapter-records.ts'

type Caller = TestCaller | TestOwner

/** A tenant with two chapters, a contact in both, some in none, and an owner of the north. */
export interface TwoChapters {
  server: TestApp
  admin: TestCaller
  /** Contains Ann and Ben. */
  north: TestChapter
  /** Contains Ben. */
  south: TestChapter
  /** Has write access to the contacts of the north. */
  owner: TestOwner
  /** Eve and Acme are in no chapter; Ann has a role at Acme and is its primary contact. */
  ids: Record<'ann' | 'ben' | 'eve' | 'acme', number>
  /** Posts, and expects 200. */
  save<T = Record<string, number>>(by: Caller, url: string, body?: object): Promise<T>
  person(firstName: string, lastName: string, more?: object, by?: Caller): Promise<number>
  /** Names of all contacts that a caller lists, in order; checks the total. */
  names(by: Caller, query?: string): Promise<string[]>
  rowOf(id: number): Promise<Contact>
  putIntoNorth(contactId: number): Promise<void>
}

export const openTwoChapters = async (): Promise<TwoChapters> => {
  const server = await buildTestApp()
  const admin = await server.tenant()
  const tenantId = admin.tenant.id
  const { system } = server.database
  const save: TwoChapters['save'] = async (by, url, body) => {
    const answer = await by.post(url, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const person: TwoChapters['person'] = async (FirstName, LastName, more = {}, by = admin) =>
    (await save(by, '/api/contacts/person/0', { FirstName, LastName, forceSave: true, ...more })).ContactId ?? 0
  const acme = (await save(admin, '/api/contacts/org/0', { OrganizationName: 'Acme Foreign' })).ContactId ?? 0
  const ann = await person('Ann', 'North', {
    ContactList: [{ Kind: 'email', Value: 'ann@n.example' }],
    OrganizationsAndRoles: [{ OrganizationContactId: acme, Title: 'Chef', IsContact: true }],
  })
  const ben = await person('Ben', 'Both')
  const eve = await person('Eve', 'Foreign')
  const north = await addChapter(server, tenantId, 'North chapter', [ann, ben])
  const south = await addChapter(server, tenantId, 'South chapter', [ben])
  return {
    server,
    admin,
    north,
    south,
    owner: await addOwner(server, admin, [{ id: north.id, canEdit: true }]),
    ids: { ann, ben, eve, acme },
    save,
    person,
    names: async (by, query = '') => {
      const page = (await by.get(`/api/contacts?$top=200&${query}`)).json()
      expect(page.TotalRecordAvailable).toBe(String(page.Results.length))
      return page.Results.map(({ Name }: { Name: string }) => Name).sort()
    },
    rowOf: (id) => system.contact.findFirstOrThrow({ where: { tenantId, id } }),
    putIntoNorth: async (contactId) => {
      await system.contactChapter.create({ data: { tenantId, contactId, chapterId: north.id, isPrimary: true } })
    },
  }
}
