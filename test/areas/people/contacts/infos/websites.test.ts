import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails } from '#test/support/people/contact-parts'
import { type PartCase, testDeletePart, testListParts, testSavePart } from '#test/support/people/part-tests'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const post = async (operationId: string, url: string, body: Json = {}) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json

const websites: PartCase = {
  path: 'websites',
  list: 'listWebsitesOfContact',
  save: 'saveContactWebsite',
  id: 'WebAddressId',
  made: { Url: 'https://example.org/ada', WebAddressTypeId: 3 },
  change: { Url: 'https://example.org/byron', IsUnpublished: true },
  bad: [
    [{}, '/Url'],
    [{ Url: 'javascript:alert(1)' }, '/Url'],
    [{ Url: 'https://a:b@example.org' }, '/Url'],
  ],
}

describe('GET /api/contacts/{contactId}/websites (listWebsitesOfContact)', () => {
  testListParts(() => bench, websites)
})

describe('POST /api/contacts/{contactId}/websites/{websiteId} (saveContactWebsite)', () => {
  testSavePart(() => bench, websites)
})

describe('DELETE /api/contacts/{contactId}/websites/{websiteId} (deleteContactWebsite)', () => {
  testDeletePart(() => bench, websites)
})

describe('POST /api/contacts/{contactId}/websites/{websiteId}/primary (makeContactWebsitePrimary)', () => {
  test('puts the website before the first one in the list', async () => {
    const contactId = await bench.person()
    await post('saveContactWebsite', `${contactId}/websites/0`, { Url: 'https://one.example' })
    const two = await post('saveContactWebsite', `${contactId}/websites/0`, { Url: 'two.example' })
    expect(two).toMatchObject({ Url: 'https://two.example', IsPrimary: false })
    await post('makeContactWebsitePrimary', `${contactId}/websites/${two.WebAddressId}/primary`)
    const listed = (await bench.mine.get(`/api/contacts/${contactId}/websites`)).json()
    expect(listed.map(({ Url }: Json) => Url)).toEqual(['https://two.example', 'https://one.example'])
  })
})
