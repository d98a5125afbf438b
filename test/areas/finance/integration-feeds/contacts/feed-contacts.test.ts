import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const FEED = '/api/integrations/contacts'
const read = async (id: unknown): Promise<Json> => {
  const { body } = await bench.good('getFeedContact', bench.mine.get(`${FEED}/${id}`))
  return body
}
const map = (id: unknown, ledgerId: string, caller = bench.mine) =>
  caller.post(`${FEED}/${id}/ldg/mapping/${encodeURIComponent(ledgerId)}`)
const create = async (kind: 'person' | 'org', body: object): Promise<number> => {
  const answer = await bench.mine.post(`/api/contacts/${kind}/0`, { forceSave: true, ...body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().ContactId
}
const merge = async (WinnerContactId: number, LoserContactId: number) => {
  const WinnerAuditId = await bench.version(WinnerContactId)
  const LoserAuditId = await bench.version(LoserContactId)
  const body = { WinnerContactId, LoserContactId, WinnerAuditId, LoserAuditId }
  const answer = await bench.mine.post('/api/contacts/merge', body)
  expect(answer.statusCode, answer.body).toBe(200)
}
const ledgerIdOf = async (contactId: number): Promise<string | undefined> => {
  const where = { tenantId: bench.mine.tenant.id, contactId }
  return (await bench.server.database.system.ledgerCustomer.findFirst({ where }))?.ledgerId
}

describe('GET /api/integrations/contacts/{id} (getFeedContact)', () => {
  test('shows an individual with its employer, billing address and how it is billed', async () => {
    const employer = await create('org', { OrganizationName: 'Ortiz Marine' })
    await map(employer, '58')
    const names = { Prefix: 'Ms.', FirstName: 'Dana', MiddleName: 'Ruth', LastName: 'Ortiz', Suffix: 'PhD' }
    const ContactList = [
      { Kind: 'email', Value: 'dana@feed.example', TypeId: 1, IsPrimary: true },
      { Kind: 'phone', Value: '+1 207 555 0142', TypeId: 1, IsPrimary: true },
    ]
    const id = await create('person', {
      ...names,
      ContactList,
      OrganizationsAndRoles: [{ OrganizationContactId: employer }],
    })
    const address = { City: 'Portland', StateProvince: 'ME', PostalCode: '04101', CountryId: 840 }
    await bench.mine.post(`/api/contacts/${id}/addresses/0`, { ...address, Address1: '1 Home Road', AddressTypeId: 5 })
    expect((await read(id)).Address).toMatchObject({ Line1: '1 Home Road' })
    await bench.mine.post(`/api/contacts/${id}/addresses/0`, {
      ...address,
      Address1: '12 Quay Street',
      AddressTypeId: 3,
    })
    await bench.mine.post(`/api/finance/contacts/${id}/billing`, { BillWithParent: true })
    expect(await read(id)).toEqual({
      DisplayName: 'Ms. Dana Ruth Ortiz PhD',
      CompanyName: 'Ortiz Marine',
      Email: 'dana@feed.example',
      PhoneNumber: '+12075550142',
      ParentIntegrationCustomerId: '58',
      ContactType: 'Individual',
      FirstName: 'Dana',
      LastName: 'Ortiz',
      MiddleName: 'Ruth',
      Suffix: 'PhD',
      Title: 'Ms.',
      IsTaxExempt: false,
      BillWithParent: true,
      IntegrationDefaultTaxCodeId: null,
      Address: {
        Line1: '12 Quay Street',
        Line2: null,
        City: 'Portland',
        StateProvince: 'ME',
        PostalCode: '04101',
        CountryCode: 'US',
      },
    })
  })

  test('shows an organization with its parent', async () => {
    const parent = await create('org', { OrganizationName: 'Harbor Group' })
    await map(parent, 'H-1')
    const ParentOrganizations = [{ ContactId: parent }]
    const id = await create('org', { OrganizationName: 'Harbor Cafe', ParentOrganizations })
    expect(await read(id)).toMatchObject({
      DisplayName: 'Harbor Cafe',
      CompanyName: 'Harbor Cafe',
      ContactType: 'Organization',
      FirstName: null,
      ParentIntegrationCustomerId: 'H-1',
      Address: null,
      Email: null,
      PhoneNumber: null,
    })
  })

  test('makes the display name unique by the id of the younger contact', async () => {
    const older = await create('person', { FirstName: 'Sam', LastName: 'Twice' })
    const younger = await create('org', { OrganizationName: 'SAM TWICE' })
    expect((await read(older)).DisplayName).toBe('Sam Twice')
    expect((await read(younger)).DisplayName).toBe(`SAM TWICE (${younger})`)
  })

  test('shows the tax code that is mapped to the only tax set of the region, unless the contact is exempt', async () => {
    const region = { Name: 'Vermont', CountryId: 840, StateProvince: 'VT' }
    const { TaxRegionId } = (await bench.mine.post('/api/finance/taxregions/0', region)).json()
    const { TaxSetId } = (await bench.mine.post('/api/finance/taxsets/0', { Name: 'Vermont tax', TaxRegionId })).json()
    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const installation = await system.ledgerInstallation.create({ data: { tenantId, connectorId: 1 } })
    const counterpart = { ledgerId: 'TAX-VT', ledgerName: 'Vermont' }
    await system.ledgerMapping.create({
      data: { tenantId, installationId: installation.id, kind: 'tax', serviceId: TaxSetId, ...counterpart },
    })
    const id = await create('person', { FirstName: 'Vera', LastName: 'Mont' })
    const address = { Address1: '1 Main', City: 'Barre', StateProvince: 'vt', CountryId: 840, AddressTypeId: 3 }
    await bench.mine.post(`/api/contacts/${id}/addresses/0`, address)
    expect((await read(id)).IntegrationDefaultTaxCodeId).toBe('TAX-VT')
    await bench.mine.post(`/api/finance/contacts/${id}/billing`, { IsTaxExempt: true })
    expect(await read(id)).toMatchObject({ IsTaxExempt: true, IntegrationDefaultTaxCodeId: null })
    await bench.mine.post(`/api/finance/contacts/${id}/billing`, { AuditId: 1, IsTaxExempt: false })
    await bench.mine.post('/api/finance/taxsets/0', { Name: 'Vermont meals', TaxRegionId })
    expect((await read(id)).IntegrationDefaultTaxCodeId).toBe(null)
  })

  test('returns the winner for the id of a merged contact, and 404 for deleted contacts and other tenants', async () => {
    const winner = await bench.person()
    const loser = await bench.person()
    await merge(winner, loser)
    expect(await read(loser)).toEqual(await read(winner))
    const gone = await bench.person()
    await bench.mine.delete(`/api/contacts/${gone}/1`)
    expect(await refusal(bench.mine.get(`${FEED}/${gone}`))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(`${FEED}/${winner}`))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/integrations/contacts/{id}/ldg/mapping (getContactLedgerMapping)', () => {
  test('returns the id, that of the winner for a merged contact, and 404 without the contact', async () => {
    const id = await bench.person()
    const loser = await bench.person()
    const read = (contact: number, caller = bench.mine) => caller.get(`${FEED}/${contact}/ldg/mapping`)
    const none = { ContactId: String(id), IntegrationCustomerId: null }
    expect((await bench.good('getContactLedgerMapping', read(id))).body).toEqual(none)
    await map(id, 'G-1')
    await merge(id, loser)
    expect((await read(loser)).json()).toEqual({ ...none, IntegrationCustomerId: 'G-1' })
    expect(await refusal(read(id, bench.theirs))).toEqual([404, 'not-found'])
    expect(await refusal(read(2_000_000_000))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/integrations/contacts/{id}/ldg/mapping (removeContactLedgerMapping)', () => {
  test('removes the id, which another contact can have then; a repeat changes nothing', async () => {
    const id = await bench.person()
    const other = await bench.person()
    const remove = (contact: number, caller = bench.mine) => caller.delete(`${FEED}/${contact}/ldg/mapping`)
    await map(id, 'D-1')
    expect((await bench.good('removeContactLedgerMapping', remove(id))).body).toEqual({})
    await remove(id)
    expect(await ledgerIdOf(id)).toBe(undefined)
    expect((await map(other, 'D-1')).statusCode).toBe(200)
    const where = { tenantId: bench.mine.tenant.id, entity: 'ledgercustomer', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ auditId, payload }) => [auditId, payload])).toEqual([
      [1, { contactId: id, ledgerId: 'D-1' }],
      [2, { contactId: id, ledgerId: null }],
    ])
    expect(await refusal(remove(other, bench.theirs))).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['integration-feeds:read'])
    expect((await remove(other, reader)).statusCode).toBe(403)
  })
})

describe('POST /api/integrations/contacts/{id}/ldg/mapping/{integrationid} (saveContactLedgerMapping)', () => {
  test('stores the id, replaces it, and changes nothing when it is repeated', async () => {
    const id = await bench.person()
    expect((await map(id, 'C-1')).json()).toEqual({})
    await map(id, 'C-1')
    await map(id, ' C 2/é ')
    expect(await ledgerIdOf(id)).toBe('C 2/é')
    const where = { tenantId: bench.mine.tenant.id, entity: 'ledgercustomer', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ auditId, payload }) => [auditId, payload])).toEqual([
      [1, { contactId: id, ledgerId: 'C-1' }],
      [2, { contactId: id, ledgerId: 'C 2/é' }],
    ])
  })

  test('gives an id to one contact, also of many simultaneous requests, until the contact is deleted', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => bench.person()))
    const answers = await Promise.all(ids.map((id) => map(id, 'RACE')))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const at = answers.findIndex(({ statusCode }) => statusCode === 200)
    const other = ids[(at + 1) % ids.length] ?? 0
    expect(await refusal(map(other, 'RACE'))).toEqual([409, 'duplicate'])
    await bench.mine.delete(`/api/contacts/${ids[at]}/1`)
    expect((await map(other, 'RACE')).statusCode).toBe(200)
    expect(await ledgerIdOf(other)).toBe('RACE')
  })

  test('keeps the id of the winner in a merge, else that of the loser', async () => {
    const first = await bench.person()
    const second = await bench.person()
    const third = await bench.person()
    await map(second, 'M-2')
    await map(third, 'M-3')
    await merge(first, second)
    expect(await ledgerIdOf(first)).toBe('M-2')
    await merge(first, third)
    expect([await ledgerIdOf(first), await ledgerIdOf(third)]).toEqual(['M-2', undefined])
    await map(second, 'M-4')
    expect(await ledgerIdOf(first)).toBe('M-4')
  })

  test('rejects a blank id, and contacts that do not exist', async () => {
    expect(await refusal(map(await bench.person(), ' '))).toEqual([400, 'path:integrationid'])
    expect(await refusal(map(2_000_000_000, 'X'))).toEqual([404, 'not-found'])
    expect(await refusal(map(await bench.person(), 'X', bench.theirs))).toEqual([404, 'not-found'])
  })
})
