import { expect } from 'vitest'
import type { Contact } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '../build-app.ts'
import { addOrganization, addPerson, endContact } from './contact-rows.ts'

export interface Row {
  ContactId: number
  Name: string
}

/** A tenant with sixty contacts with few distinct values, so that every order has ties, and some that no list contains. */
export interface ManyContacts {
  server: TestApp
  mine: TestCaller
  many: Contact[]
  /** A page that was returned with 200, and the address of the next one. */
  page(query: Record<string, string | number>): Promise<ListedPage>
  /** Ids of the contacts, of the sixty, that pass a test. */
  matching(test: (contact: Contact) => boolean): number[]
}

export interface ListedPage {
  ids: number[]
  TotalRecordAvailable: string
  Criteria: string | null
  CriteriaItems: unknown[]
  next: string | undefined
}

const STATUSES = [1, 2, 2, 4, 8, 16]
const CITIES = ['Oslo', 'Åre', null, 'oslo', '']

const addMany = ({ database }: TestApp, tenantId: number): Promise<Contact[]> => {
  const made = Array.from({ length: 60 }, (_, n) => {
    const add = n % 4 === 3 ? addOrganization : addPerson
    return add(database, tenantId, {
      sortName: `name ${n % 7}`,
      statusId: STATUSES[n % 6] ?? 1,
      city: CITIES[n % 5] ?? null,
      balance: String((n % 6) - 2.5),
      accountNumber: n % 3 === 0 ? null : `A-${n % 4}`,
      emailAddress: n % 2 === 0 ? null : `p${n % 5}@example.org`,
    })
  })
  return Promise.all(made)
}

export const openManyContacts = async (): Promise<ManyContacts> => {
  const server = await buildTestApp()
  const mine = await server.tenant()
  const many = await addMany(server, mine.tenant.id)
  await endContact(server.database, await addPerson(server.database, mine.tenant.id, { firstName: 'Deleted' }))
  await addPerson(server.database, mine.tenant.id, { firstName: 'Unmatched', isUnmatched: true })
  await addPerson(server.database, (await server.tenant()).tenant.id, { firstName: 'Foreign' })
  const page = async (query: Record<string, string | number>) => {
    const answer = await mine.get(`/api/contacts?${new URLSearchParams(query as Record<string, string>)}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const { Results, ...rest } = answer.json()
    return { ...rest, ids: idsOf(Results), next: nextOf(answer.headers.link) }
  }
  return { server, mine, many, page, matching: (test) => many.filter(test).map(({ id }) => id) }
}

export const idsOf = (rows: Row[]): number[] => rows.map(({ ContactId }) => ContactId)

/** The address of the next page in a Link header. */
export const nextOf = (link: unknown): string | undefined => /^<([^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1]

export const sorted = (ids: number[]): number[] => [...ids].sort((a, b) => a - b)
