import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, expectBalanced, openBooks } from '#test/support/finance/documents'

let api: BooksApi
let income: number
beforeAll(async () => {
  api = await openBooks()
  income = await api.account('membership-income')
})
afterAll(async () => {
  await expectBalanced(api)
  await api.server.close()
})

const post = (path: string, body: object) => api.body(api.caller.post(path, body))
const setup = async (path: string, body: object) =>
  Object.values(await post(`/api/finance/${path}/0`, body))[0] as number
const organization = async (OrganizationName: string, more: object = {}) =>
  (await post('/api/contacts/org/0', { OrganizationName, forceSave: true, ...more })).ContactId as number
const agentOf = async (OrganizationContactId: number) =>
  (
    await post('/api/contacts/person/0', {
      FirstName: 'Ada',
      LastName: 'Agent',
      forceSave: true,
      OrganizationsAndRoles: [{ OrganizationContactId }],
    })
  ).ContactId as number
const billWithParent = (id: number) => post(`/api/finance/contacts/${id}/billing`, { BillWithParent: true })
const addAddress = (id: number, StateProvince: string, AddressTypeId: number) =>
  post(`/api/contacts/${id}/addresses/0`, {
    Address1: '1 Quay',
    City: 'X',
    StateProvince,
    CountryId: 840,
    AddressTypeId,
  })
const read = async (path: string) => api.body(api.caller.get(path))
/** Joins a contact; the dues are 120. */
const join = async (ContactId: number) => {
  const type = (await post('/api/membershiptypes/0', { Name: `Type of ${ContactId}` })).MembershipTypeId
  const level = await post(`/api/membershiptypes/${type}/levels/0`, { Name: 'Full', Price: 120 })
  const fields = { ContactId, MembershipTypeId: type, LevelId: level.MembershipLevelId }
  return (await post('/api/memberships/0', fields)).MembershipId as number
}
const membership = async (id: number) =>
  (await read(`/api/memberships/${id}`)) as {
    Status: string
    Balance: number
    Invoices: { InvoiceId: number; IsVoided: boolean }[]
  }
const invoiceIdOf = async (id: number) => (await membership(id)).Invoices.at(-1)?.InvoiceId ?? 0

describe('BillWithParent', () => {
  test('bills the employer, with its address and its exemption', async () => {
    const office = await organization('Harbor Office')
    await addAddress(office, 'ME', 3)
    await post(`/api/finance/contacts/${office}/billing`, { IsTaxExempt: true })
    const agent = await agentOf(office)
    const TaxSetId = await setup('taxsets', { Name: 'Everywhere', Rates: [{ Name: 'VAT', Percent: 10 }] })
    const Lines = [{ Description: 'Course', UnitPrice: 50, AccountId: income, TaxSetId }]
    const own = await api.get('invoices', await api.create('invoices', { ContactId: agent, Lines }))
    expect(own).toMatchObject({ ContactId: agent, ForContactId: null, BillingAddress: null, Total: 55 })
    await billWithParent(agent)
    const billed = await api.get('invoices', await api.create('invoices', { ContactId: agent, Lines }))
    expect(billed).toMatchObject({
      ContactId: office,
      ContactName: 'Harbor Office',
      ForContactId: agent,
      ForContactName: 'Ada Agent',
      BillingAddress: { Line1: '1 Quay', StateProvince: 'ME', CountryCode: 'US' },
      Tax: 0,
      Total: 50,
    })
    expect([await api.balance(office), await api.balance(agent)]).toEqual([50, 55])
    const listed = await read(`/api/finance/invoices?$filter=ForContactId eq ${agent}&$orderby=ForContactName`)
    expect(listed.Results).toMatchObject([{ InvoiceId: billed.InvoiceId, ForContactName: 'Ada Agent' }])
    const { outboxEvent } = api.server.database.system
    const where = { tenantId: api.caller.tenant.id, entity: 'invoice', entityId: Number(billed.InvoiceId) }
    expect((await outboxEvent.findFirstOrThrow({ where })).payload).toMatchObject({ forContactId: agent })
  })

  test('follows the parents of organizations, and bills the contact itself without one or in a circle', async () => {
    const firm = await organization('Firm')
    const office = await organization('Office', { ParentOrganizations: [{ ContactId: firm }] })
    const agent = await agentOf(office)
    for (const id of [agent, office, firm]) await billWithParent(id)
    expect(await api.get('invoices', await api.invoice(agent, 5))).toMatchObject({
      ContactId: firm,
      ForContactId: agent,
    })
    expect(await api.get('invoices', await api.invoice(firm, 5))).toMatchObject({ ContactId: firm, ForContactId: null })
    await post(`/api/finance/contacts/${office}/billing`, { AuditId: 1, BillWithParent: false })
    expect(await api.get('invoices', await api.invoice(agent, 5))).toMatchObject({ ContactId: office })
  })

  test('bills the dues of a member to its office, whose payment activates the term', async () => {
    const office = await organization('Paying Office')
    const agent = await agentOf(office)
    await billWithParent(agent)
    const id = await join(agent)
    const InvoiceId = await invoiceIdOf(id)
    expect(await api.get('invoices', InvoiceId)).toMatchObject({ ContactId: office, ForContactId: agent, Total: 120 })
    expect([await api.balance(office), await api.balance(agent)]).toEqual([120, 0])
    const payment = { Amount: 120, PaymentTypeId: 2, Applications: [{ InvoiceId }] }
    expect(await api.refuse('payments/0', { ...payment, ContactId: agent })).toEqual([
      ...[422, 'unknown-reference'],
      '/Applications/0/InvoiceId',
    ])
    await api.create('payments', { ...payment, ContactId: office })
    expect(await membership(id)).toMatchObject({ Status: 'Active', Balance: 0 })
    expect(await api.balance(office)).toBe(0)
    await post(`/api/memberships/${id}/renew`, {})
    const { contact } = api.server.database.system
    const where = { tenantId: api.caller.tenant.id, id: office }
    await contact.updateMany({ where, data: { deletedAt: new Date() } })
    const refused = (await api.caller.post(`/api/memberships/${id}/pay`, { PaymentTypeId: 1 })).json()
    expect([refused.status, refused.code]).toEqual([409, 'contact-deleted'])
    await contact.updateMany({ where, data: { deletedAt: null } })
    expect(await api.balance(office)).toBe(120)
    await post(`/api/memberships/${id}/pay`, { PaymentTypeId: 1, Amount: 20 })
    expect(await api.balance(office)).toBe(100)
    expect(await membership(id)).toMatchObject({ Balance: 100 })
    await post(`/api/memberships/${id}/cancel`, {})
    expect((await membership(id)).Invoices.at(-1)).toMatchObject({ IsVoided: true })
    expect(await api.balance(office)).toBe(-20)
  })
})

describe('merges of contacts that are billed with their organization', () => {
  const version = async (id: number) => {
    const where = { tenantId: api.caller.tenant.id, id }
    return (await api.server.database.system.contact.findFirstOrThrow({ where })).auditId
  }
  const merge = async (WinnerContactId: number, LoserContactId: number) => {
    const versions = { WinnerAuditId: await version(WinnerContactId), LoserAuditId: await version(LoserContactId) }
    await post('/api/contacts/merge', { WinnerContactId, LoserContactId, ...versions })
  }

  test('the invoice is for the winner, and owed by the winner of its organization', async () => {
    const office = await organization('Merged Office')
    const firm = await organization('Merged Firm')
    const loser = await agentOf(office)
    const winner = await api.person()
    await billWithParent(loser)
    const id = await api.invoice(loser, 7)
    await merge(winner, loser)
    expect(await api.get('invoices', id)).toMatchObject({ ContactId: office, ForContactId: winner })
    await merge(firm, office)
    expect(await api.get('invoices', id)).toMatchObject({ ContactId: firm, ForContactId: winner })
    expect(await api.balance(firm)).toBe(7)
  })

  test('an invoice of an organization that is merged into the one that is billed is for that one', async () => {
    const firm = await organization('Single Firm')
    const office = await organization('Single Office', { ParentOrganizations: [{ ContactId: firm }] })
    await billWithParent(office)
    const id = await api.invoice(office, 7)
    await merge(firm, office)
    expect(await api.get('invoices', id)).toMatchObject({ ContactId: firm, ForContactId: null, ForContactName: null })
  })
})

describe('POST /api/finance/invoices/{invoiceId} (saveInvoice): billing address', () => {
  test('takes the billing address of the contact, unless the request has one or null', async () => {
    const contact = await organization('Addressed')
    await addAddress(contact, 'VT', 1)
    await addAddress(contact, 'NH', 3)
    const line = { Description: 'Book', UnitPrice: 10, AccountId: income }
    const addressOf = async (more: object) => {
      const id = await api.create('invoices', { ContactId: contact, Lines: [line], ...more })
      return (await api.get('invoices', id)).BillingAddress
    }
    expect(await addressOf({})).toMatchObject({ Line1: '1 Quay', StateProvince: 'NH', CountryCode: 'US' })
    expect(await addressOf({ BillingAddress: { City: 'Elsewhere' } })).toMatchObject({ Line1: null, City: 'Elsewhere' })
    expect(await addressOf({ BillingAddress: null })).toBeNull()
  })

  test('taxes by the shipping address, else the billing address, else the tenant', async () => {
    const taxed = async (Name: string, Percent: number, StateProvince?: string) => {
      const RegionId = await setup('taxregions', { Name, CountryId: 840, StateProvince })
      return setup('taxsets', { Name, TaxRegionId: RegionId, Rates: [{ Name, Percent }] })
    }
    const maine = await taxed('Maine', 1, 'ME')
    const vermont = await taxed('Vermont', 2, 'VT')
    const contact = await organization('Resident')
    const line = { Description: 'Book', UnitPrice: 100, AccountId: income }
    const Lines = [
      { ...line, TaxSetId: maine },
      { ...line, TaxSetId: vermont },
    ]
    const taxOf = async (more: object) =>
      (await api.get('invoices', await api.create('invoices', { ContactId: contact, Lines, ...more }))).Tax
    const vt = { StateProvince: 'VT', CountryCode: 'US' }
    const me = { StateProvince: 'ME', CountryCode: 'US' }
    const { system } = api.server.database
    const setRegion = async (TaxRegionId: number | null) =>
      post('/api/settings/tenant', { AuditId: (await read('/api/settings/tenant')).AuditId, TaxRegionId })
    expect(await taxOf({})).toBe(0)
    const own = await system.taxRegion.findFirstOrThrow({ where: { tenantId: api.caller.tenant.id, name: 'Vermont' } })
    await setRegion(own.id)
    expect(await taxOf({})).toBe(2)
    expect(await taxOf({ BillingAddress: me })).toBe(1)
    await setRegion(null)
    expect(await taxOf({ BillingAddress: vt })).toBe(2)
    expect(await taxOf({ BillingAddress: vt, ShippingDetails: { ...me, Method: 'Post' } })).toBe(1)
    expect(await taxOf({ BillingAddress: vt, ShippingDetails: { Method: 'Pick-up' } })).toBe(2)
    expect(await taxOf({ BillingAddress: { StateProvince: 'ME' } })).toBe(1)
    await addAddress(contact, 'ME', 3)
    expect(await taxOf({})).toBe(1)
    expect(await taxOf({ BillingAddress: null })).toBe(0)
    const credit = await api.get('credits', await api.create('credits', { ContactId: contact, Lines }))
    expect(credit).toMatchObject({ Tax: 1, Total: 201 })
  })
})
