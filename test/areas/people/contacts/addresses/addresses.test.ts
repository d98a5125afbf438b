import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'
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

const addresses: PartCase = {
  path: 'addresses',
  list: 'listAddressesOfContact',
  save: 'saveContactAddress',
  id: 'ContactAddressId',
  own: 'AuditId',
  made: {
    Address1: '12 Elm Street',
    Address2: 'Floor 3',
    City: 'Springfield',
    StateProvince: 'IL',
    PostalCode: '62704',
    CountryId: 840,
    AddressTypeId: 2,
    AddressUsageFlagId: 2,
    Note: 'Ring twice',
    IsUnpublished: true,
  },
  change: { City: 'Shelbyville', AddressUsageFlagId: 1, Note: null },
  texts: ['Address1', 'Address2', 'City', 'StateProvince', 'PostalCode', 'Note'],
  bad: [
    [{ StateProvince: 'IL' }, '/Address1'],
    [{ City: 'Oslo', isDeleted: true }, '/isDeleted'],
    [{ City: 'Oslo', AddressTypeId: 6 }, '/AddressTypeId'],
    [{ City: 'Oslo', AddressUsageFlagId: 4 }, '/AddressUsageFlagId'],
  ],
}

describe('GET /api/contacts/{contactId}/addresses (listAddressesOfContact)', () => {
  testListParts(() => bench, addresses)
})

describe('POST /api/contacts/{contactId}/addresses/{contactAddressId} (saveContactAddress)', () => {
  testSavePart(() => bench, addresses)

  test('gives the contact its own address if a shared one changes', async () => {
    const one = await bench.person()
    const two = await bench.person()
    const first = await post('saveContactAddress', `${one}/addresses/0`, { City: 'Oslo', CountryId: 578 })
    const shared = await post('saveContactAddress', `${two}/addresses/0`, { AddressId: first.AddressId })
    expect(shared).toMatchObject({ AddressId: first.AddressId, City: 'Oslo' })
    const noted = await post('saveContactAddress', `${two}/addresses/${shared.ContactAddressId}`, {
      AuditId: 1,
      City: 'Oslo',
      Note: 'Ring twice',
    })
    expect(noted).toMatchObject({ AddressId: first.AddressId, AddressAuditId: 1, AuditId: 2 })
    const moved = await post('saveContactAddress', `${two}/addresses/${shared.ContactAddressId}`, {
      AuditId: 2,
      City: 'Bergen',
    })
    expect(moved.AddressId).not.toBe(first.AddressId)
    expect(await bench.row(one)).toMatchObject({ City: 'Oslo', CountryId: 578 })
    expect(await bench.row(two)).toMatchObject({ City: 'Bergen', CountryId: 578 })
    const changed = await post('saveContactAddress', `${one}/addresses/${first.ContactAddressId}`, {
      AuditId: 1,
      City: 'Moss',
    })
    expect(changed).toMatchObject({ AddressId: first.AddressId, AddressAuditId: 2, AuditId: 2 })
  })

  test('returns 422 for an address of another tenant and for an invalid country', async () => {
    const contactId = await bench.person()
    const foreign = await bench.theirs.post(`/api/contacts/${await bench.person(bench.theirs)}/addresses/0`, {
      City: 'X',
    })
    const add = (body: Json) => refusal(bench.mine.post(`/api/contacts/${contactId}/addresses/0`, body))
    expect(await add({ AddressId: foreign.json().AddressId })).toEqual([422, '/AddressId'])
    expect(await add({ City: 'X', CountryId: 7 })).toEqual([422, '/CountryId'])
  })
})

describe('DELETE /api/contacts/{contactId}/addresses/{contactAddressId} (deleteContactAddress)', () => {
  testDeletePart(() => bench, addresses)
})

describe('POST /api/contacts/{contactId}/addresses/{contactAddressId}/primary (makeContactAddressPrimary)', () => {
  testMakePrimary(() => bench, addresses, 'makeContactAddressPrimary', 'City', 'City', ['Oslo', 'Bergen'])
})
