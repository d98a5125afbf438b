import { expect, test } from 'vitest'
import type { Contact } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '../build-app.ts'
import { countQueries } from '../database/count-queries.ts'
import { expectShape } from '../server/contract-shape.ts'
import { addFullOrganization, addFullPerson } from './contact-records.ts'
import { addOrganization, addPerson, endContact } from './contact-rows.ts'

/** A tenant with a person and an organization that have all kinds of records. */
export interface ReadsBench {
  server: TestApp
  mine: TestCaller
  person: Contact
  /** The organization of the person. */
  at: Contact
  organization: Contact
}

export const openReads = async (): Promise<ReadsBench> => {
  const server = await buildTestApp()
  const mine = await server.tenant()
  const { person, at } = await addFullPerson(server.database, mine.tenant.id)
  return { server, mine, person, at, organization: await addFullOrganization(server.database, mine.tenant.id) }
}

/** The reads of one contact by operation: the path, and the contact of the bench that has data for it. */
export const CONTACT_READS = {
  getPerson: { path: (id: number) => `/api/contacts/person/${id}`, of: 'person' },
  getPersonSummary: { path: (id: number) => `/api/contacts/PersonSummary/${id}`, of: 'person' },
  getOrganizationGeneral: { path: (id: number) => `/api/contacts/OrgGeneral/${id}`, of: 'organization' },
  listOrganizationMemberships: { path: (id: number) => `/api/contacts/org/${id}/memberships`, of: 'organization' },
  getOrganizationGroups: { path: (id: number) => `/api/contacts/org/${id}/groups`, of: 'organization' },
  listContactWebsites: { path: (id: number) => `/api/contacts/lookup/${id}/contactwebsites`, of: 'person' },
  listPrimaryContactEmails: { path: (id: number) => `/api/contacts/PrimaryContact/Emails/${id}`, of: 'person' },
  listContactAddresses: { path: (id: number) => `/api/contacts/ContactAddresses/${id}`, of: 'person' },
} as const

/** Adds the tests that apply to every read of one contact. */
export const testRead = (bench: () => ReadsBench, operationId: keyof typeof CONTACT_READS): void => {
  const { path, of } = CONTACT_READS[operationId]

  test('returns every documented field and no other, each of its type', async () => {
    const { mine } = bench()
    const contact = bench()[of]
    const answer = await mine.get(path(contact.id))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expectShape(operationId, answer.json())
    const list = Array.isArray(answer.json()) ? answer.json() : [1]
    expect(list.length).toBeGreaterThan(0)
  })

  test('runs one statement', async () => {
    const { server, mine } = bench()
    const contact = bench()[of]
    await mine.get(path(contact.id))
    const { queries } = await countQueries(server.database, () => mine.get(path(contact.id)))
    expect(queries.length).toBe(1)
  })

  test('returns the winner for a merged contact, after any number of merges', async () => {
    const { server, mine } = bench()
    const winner = bench()[of]
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
    const { server, mine } = bench()
    const contact = bench()[of]
    const add = contact.systemTypeId === 1 ? addPerson : addOrganization
    const theirs = await server.foreignTenant()
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
    const { server, mine } = bench()
    const contact = bench()[of]
    for (const id of [0, -1, 2_147_483_648, 1.5, Number.NaN]) expect((await mine.get(path(id))).statusCode).toBe(400)
    expect((await server.app.inject({ url: path(contact.id) })).statusCode).toBe(401)
    const powerless = await server.caller(mine.tenant, ['contacts:write'])
    expect((await powerless.get(path(contact.id))).statusCode).toBe(403)
  })
}
