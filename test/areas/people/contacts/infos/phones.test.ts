import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails } from '#test/support/people/contact-parts'
import {
  type PartCase,
  testDeletePart,
  testListParts,
  testMakePrimary,
  testSavePart,
} from '#test/support/people/part-tests'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const post = async (operationId: string, url: string, body: Json = {}) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json

const phones: PartCase = {
  path: 'phones',
  list: 'listPhonesOfContact',
  save: 'saveContactPhone',
  id: 'PhoneId',
  made: { Phone: '(202) 456-1111', Extension: '7', PhoneTypeId: 2, IsUnpublished: true },
  change: { Extension: null, PhoneTypeId: 3 },
  texts: ['Extension'],
  bad: [
    [{}, '/Phone'],
    [{ Phone: 'call me' }, '/Phone'],
    [{ Phone: '202 456 1111', Extension: 'x7' }, '/Extension'],
    [{ Phone: '202 456 1111', PhoneTypeId: 7 }, '/PhoneTypeId'],
  ],
}

describe('GET /api/contacts/{contactId}/phones (listPhonesOfContact)', () => {
  testListParts(() => bench, phones)
})

describe('POST /api/contacts/{contactId}/phones/{phoneId} (saveContactPhone)', () => {
  testSavePart(() => bench, phones)

  test('reads a number without a country code as one of the tenant’s country', async () => {
    const contactId = await bench.person()
    expect(await post('saveContactPhone', `${contactId}/phones/0`, { Phone: '(202) 456-1111' })).toMatchObject({
      PhoneE164: '+12024561111',
    })
    expect(await post('saveContactPhone', `${contactId}/phones/0`, { Phone: '+46 8 12345678' })).toMatchObject({
      PhoneE164: '+46812345678',
    })
  })
})

describe('DELETE /api/contacts/{contactId}/phones/{phoneId} (deleteContactPhone)', () => {
  testDeletePart(() => bench, phones)
})

describe('POST /api/contacts/{contactId}/phones/{phoneId}/primary (makeContactPhonePrimary)', () => {
  testMakePrimary(() => bench, phones, 'makeContactPhonePrimary', 'Phone', 'Phone', ['202 456 1111', '202 456 2222'])
})
