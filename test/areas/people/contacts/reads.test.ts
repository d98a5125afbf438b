import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTACT_READS, openReads, type ReadsBench, testRead } from '#test/support/people/contact-reads'
import { expectShape } from '#test/support/server/contract-shape'

let bench: ReadsBench
beforeAll(async () => {
  bench = await openReads()
})
afterAll(() => bench.server.close())

const contract = JSON.parse(readFileSync(new URL('../../../../openapi/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, { headers?: object }> }>>
}
const hasDocumentedETag = (name: string): boolean =>
  Object.values(contract.paths)
    .flatMap((methods) => Object.values(methods))
    .some(({ operationId, responses }) => operationId === name && 'ETag' in (responses?.['200']?.headers ?? {}))

describe('GET /api/contacts/lookup/{contactId}/contactwebsites (listContactWebsites)', () => {
  testRead(() => bench, 'listContactWebsites')

  test('returns the websites of the contact', async () => {
    const read = (await bench.mine.get(`/api/contacts/lookup/${bench.person.id}/contactwebsites`)).json()
    expect(read).toMatchObject([{ Name: 'https://l.example' }])
  })
})

describe('GET /api/contacts/PrimaryContact/Emails/{primaryContactId} (listPrimaryContactEmails)', () => {
  testRead(() => bench, 'listPrimaryContactEmails')

  test('returns the email addresses, the primary one first', async () => {
    const read = (await bench.mine.get(`/api/contacts/PrimaryContact/Emails/${bench.person.id}`)).json()
    expect(read).toMatchObject([{ Name: 'Ada@l.example', EmailAddressTypeId: 2 }, { Name: 'old@l.example' }])
  })
})

describe('GET /api/contacts/ContactAddresses/{contactId} (listContactAddresses)', () => {
  testRead(() => bench, 'listContactAddresses')

  test('returns the addresses with their country', async () => {
    const read = (await bench.mine.get(`/api/contacts/ContactAddresses/${bench.person.id}`)).json()
    expect(read).toMatchObject([{ Address1: 'Storgatan 5', CountryId: 752 }])
  })
})

describe('GET /api/contacts/lookup/{list} (lookupContactValues)', () => {
  test.each([
    ...['types', 'statuses', 'genders', 'emailtypes', 'emailstatuses', 'phonetypes', 'webaddresstypes', 'addresstypes'],
    ...['addressusageflags', 'activitytypes', 'communicationtypes', 'communicationstatuses', 'categorytypes'],
    ...['certificationstatuses', 'certificationcompletiontypes', 'roles', 'tags', 'groups', 'countries'],
  ])('returns %s in the documented shape', async (list) => {
    const answer = await bench.mine.get(`/api/contacts/lookup/${list}`)
    expectShape('lookupContactValues', answer.json())
    expect(answer.json().length).toBeGreaterThan(0)
  })

  test('returns 400 for an unknown list', async () => {
    expect((await bench.mine.get('/api/contacts/lookup/planets')).statusCode).toBe(400)
  })
})

test('every read of one contact with a documented ETag returns it, and no other does', async () => {
  for (const [name, { path, of }] of Object.entries(CONTACT_READS)) {
    const answer = await bench.mine.get(path(bench[of].id))
    expect(answer.headers.etag !== undefined, name).toBe(hasDocumentedETag(name))
  }
})
