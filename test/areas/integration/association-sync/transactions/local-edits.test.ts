import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { type AssociationApi, associationApi, deliverChanges, type Json } from '#test/support/integration/association'
import { contactsApi } from '#test/support/people/contacts'

let server: TestApp
const clock = { at: Date.parse('2026-11-27T10:00:00Z'), now: () => new Date(clock.at) }
const at = (minute: number) => new Date(Date.parse('2026-11-27T10:00:00Z') + minute * 60_000)
const on = (minute: number) => ({ OccurredDate: at(minute).toISOString() })
beforeAll(async () => {
  server = await buildTestApp({ clock })
})
afterAll(() => server.close())

const open = async (number: number, fields: Json = {}) => {
  clock.at = at(0).getTime()
  const api = associationApi(await server.tenant())
  const contacts = contactsApi(api.caller)
  await api.good(api.person({ NationalID: number, LastName: 'Ortiz', ...on(-60), ...fields }))
  const { PlatformID } = await api.contact(number)
  const id = Number(PlatformID)
  const edit = async (minute: number, body: Json) => {
    clock.at = at(minute).getTime()
    const { AuditId } = await contacts.getPerson(id)
    await contacts.good(contacts.savePerson(id, { AuditId, forceSave: true, ...body }))
  }
  const send = async (minute: number, body: Json) => {
    clock.at = Math.max(clock.at, at(minute).getTime())
    await api.good(api.person({ NationalID: number, ...on(minute), ...body }))
  }
  return { api, contacts, edit, send, id, deliver: () => deliverChanges(server, api.caller) }
}

const infoOf = async ({ contacts, id }: Awaited<ReturnType<typeof open>>, kind: string): Promise<Json> => {
  const { ContactList } = (await contacts.getPerson(id)) as unknown as { ContactList: Json[] }
  return ContactList.find(({ Kind }) => Kind === kind) ?? {}
}

describe('POST /api/assoc/person/upsert (upsertAssociationPerson) after an edit here', () => {
  it.each([true, false])('leaves the fields edited later as they are (event delivered first: %s)', async (isFirst) => {
    const tenant = await open(4001, { FirstName: 'Dana', JobTitle: 'Broker' })
    await tenant.edit(10, { FirstName: 'Dee' })
    if (isFirst) await tenant.deliver()
    await tenant.send(5, { FirstName: 'Danielle', JobTitle: 'Agent', TransactionId: 'late' })
    expect(await tenant.api.contact(4001)).toMatchObject({ FirstName: 'Dee', JobTitle: 'Agent' })
    await tenant.send(20, { FirstName: 'Dot' })
    expect(await tenant.api.contact(4001)).toMatchObject({ FirstName: 'Dot' })
  })

  it('counts edits of custom fields, addresses, phones and the first letter of a middle name', async () => {
    const tenant = await open(4002, { MiddleInitial: 'Q', PhysicalCity: 'Bath', MobilePhone: '+12024561111' })
    const { Addresses } = (await tenant.contacts.getPerson(tenant.id)) as unknown as { Addresses: Json[] }
    await tenant.edit(10, {
      MiddleName: 'Kay',
      Addresses: [{ ...Addresses[0], City: 'Portland' }],
      ContactList: [{ ...(await infoOf(tenant, 'phone')), Value: '+12024562222' }],
    })
    await tenant.deliver()
    await tenant.send(9, { MiddleInitial: 'M', PhysicalCity: 'Augusta', MobilePhone: null, PhysicalZip: '04101' })
    expect(await tenant.api.contact(4002)).toMatchObject({
      MiddleInitial: 'K',
      PhysicalCity: 'Portland',
      MobilePhone: '+12024562222',
      PhysicalZip: '04101',
    })
  })

  it('counts an edit in the minute of the transaction that it replaces, even if the clock of the sender is ahead', async () => {
    const tenant = await open(4003)
    await tenant.send(0, { FirstName: 'Zero' })
    await tenant.api.good(tenant.api.person({ NationalID: 4003, ...on(4), FirstName: 'Ahead' }))
    await tenant.edit(1, { FirstName: 'Edited' })
    await tenant.send(3, { FirstName: 'Between' })
    expect(await tenant.api.contact(4003)).toMatchObject({ FirstName: 'Edited' })
    await tenant.send(5, { FirstName: 'Later' })
    expect(await tenant.api.contact(4003)).toMatchObject({ FirstName: 'Later' })
  })

  it('leaves a contact in the organization that was chosen here, also when the one sent arrives later', async () => {
    const tenant = await open(4004, { ParentNationalId: 4990 })
    const office = await tenant.contacts.org({ OrganizationName: 'Chosen office' })
    await tenant.edit(10, { OrganizationsAndRoles: [{ Id: 0, OrganizationContactId: office.ContactId }] })
    await tenant.deliver()
    await tenant.api.good(tenant.api.organization({ NationalID: 4990, Name: 'Waited for', ...on(5) }))
    await tenant.send(6, { ParentNationalId: 4990 })
    expect(await tenant.api.contact(4004)).toMatchObject({ ParentAgency: 'Chosen office' })
    await tenant.send(12, { ParentNationalId: 4990 })
    expect(await tenant.api.contact(4004)).toMatchObject({ ParentAgency: 'Waited for' })
  })

  it('sends the edit to the other side as made here, although its event is delivered after the transaction', async () => {
    const tenant = await open(4005, { FirstName: 'Dana' })
    await tenant.edit(10, { FirstName: 'Dee' })
    await tenant.send(11, { JobTitle: 'Agent' })
    await tenant.deliver()
    expect((await tenant.api.feed()).Changes).toMatchObject([{ Origin: 'local', Contact: { FirstName: 'Dee' } }])
  })

  it('sets what was sent last in a contact that replaces a deleted one, and not what was edited there', async () => {
    const tenant = await open(4006, { FirstName: 'Dana' })
    await tenant.edit(10, { FirstName: 'Dee' })
    const { AuditId } = await tenant.contacts.getPerson(tenant.id)
    await tenant.api.good(tenant.api.caller.delete(`/api/contacts/${tenant.id}/${AuditId}`))
    await tenant.send(8, { JobTitle: 'Agent' })
    expect(await tenant.api.contact(4006)).toMatchObject({ FirstName: 'Dana', JobTitle: 'Agent' })
  })

  it('replaces edits from before the contact had the number', async () => {
    const { api, contacts } = await open(4007)
    const { ContactId } = await contacts.person({ FirstName: 'Early', LastName: 'Bird' })
    await api.good(api.person({ NationalID: 4008, PlatformID: ContactId, FirstName: 'Sent', ...on(-30) }))
    expect(await api.contact(4008)).toMatchObject({ FirstName: 'Sent' })
  })

  it('keeps the values of the contact that another one was merged into', async () => {
    const tenant = await open(4009, { FirstName: 'Dana', LastName: 'Loser' })
    clock.at = at(10).getTime()
    const winner = await tenant.contacts.person({ FirstName: 'Winner', LastName: 'Loser' })
    const { AuditId } = await tenant.contacts.getPerson(tenant.id)
    const merge = {
      WinnerContactId: winner.ContactId,
      WinnerAuditId: 1,
      LoserContactId: tenant.id,
      LoserAuditId: AuditId,
    }
    await tenant.api.good(tenant.api.caller.post('/api/contacts/merge', merge))
    await tenant.send(9, { FirstName: 'Late', JobTitle: 'Agent' })
    expect(await tenant.api.contact(4009)).toMatchObject({ FirstName: 'Winner', JobTitle: 'Agent' })
  })
})

describe('every refused transaction', () => {
  const rejected = async (api: AssociationApi): Promise<Json[]> => {
    const filter = { LogType: 'AssociationSync', MinimumLevel: 'Warning', OrderBy: 'RowId' }
    const { Results } = await api.good(api.caller.post('/api/logs/tenantevent', filter))
    return Promise.all(
      (Results as Json[]).map(async ({ RowId, Message, Level, EntityPrimaryKey }) => {
        const { DeepDetails } = await api.good(api.caller.get(`/api/logs/tenantevent/details/${RowId}`))
        return { Message, Level, EntityPrimaryKey, ...(JSON.parse(String(DeepDetails)) as Json) }
      }),
    )
  }

  it('is in the log with its reason: of its form, its values, its time or the contact', async () => {
    const { api, id } = await open(4101)
    const before = await rejected(api)
    expect(before).toEqual([])
    const refused = [
      await api.person({ NationalID: 4101, ContactType: 'Business', TransactionId: 'type' }),
      await api.person({ NationalID: 4101, Origin: 'local', TransactionId: 'origin' }),
      await api.person({ NationalID: 4101, ParentNationalId: 4101, TransactionId: 'self' }),
      await api.movePerson({ NationalID: 4101, TransactionId: 'move' }),
      await api.person({ NationalID: 4101, Email: 'no', TransactionId: 'value' }),
      await api.person({ NationalID: 'many', TransactionId: 'form' }),
      await api.person({ NationalID: 4101, OccurredDate: '2999-01-01T00:00:00Z', TransactionId: 'future' }),
      await api.deletePerson({ NationalID: 4101, Origin: 'local', TransactionId: 'deletion' }),
      await api.deleteOrganization({ NationalID: 4101, TransactionId: 'other' }),
      await api.caller.delete('/api/assoc/person/delete?model=no'),
      await api.caller.post('/api/assoc/person/upsert', {}),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([422, 400, 422, 422, 400, 400, 422, 400, 422, 400, 400])
    const logged = await rejected(api)
    expect(logged.map(({ TransactionId }) => TransactionId)).toEqual([
      ...['type', 'origin', 'self', 'move', 'value', 'form', 'future', 'deletion', 'other'],
      ...[null, null],
    ])
    expect(logged[0]).toMatchObject({
      Message: expect.stringContaining(
        'The upsert of a person with the number 4101 was rejected: The operation is for',
      ),
      Level: 'Warning',
      EntityPrimaryKey: String(id),
      Code: 'transaction-rule',
      Errors: [{ pointer: '/Transaction/ContactType' }],
    })
    expect(logged[5]).toMatchObject({ NationalID: null, EntityPrimaryKey: null })
  })

  it('has an event of limited size, and none without a tenant or the scope', async () => {
    const { api } = await open(4102)
    await api.person({ NationalID: 4102, TransactionId: 'x'.repeat(5000), OccurredDate: 'y'.repeat(5000) })
    const [event] = await rejected(api)
    expect(JSON.stringify(event).length).toBeLessThan(2000)
    const reader = associationApi(await server.caller(api.caller.tenant, ['association-sync:read']))
    expect((await reader.person({ NationalID: 4102, ContactType: 'Business' })).statusCode).toBe(403)
    expect(await rejected(api)).toHaveLength(1)
  })
})

describe('POST /api/assoc/organization/upsert (upsertAssociationOrganization) that a save rejects', () => {
  it('returns the pointer of the field that was sent', async () => {
    const { api, contacts } = await open(4201)
    await api.good(api.organization({ NationalID: 4202, Name: 'Above', ParentNationalId: 4203, ...on(-40) }))
    const cycle = await api.organization({ NationalID: 4203, Name: 'Below', ParentNationalId: 4202, ...on(-30) })
    expect(cycle.json()).toMatchObject({
      code: 'relationship-cycle',
      errors: [{ pointer: '/Transaction/ParentNationalId', message: 'must not be a descendant' }],
    })
    const emails = Array.from({ length: 100 }, (_, index) => ({ Kind: 'email', Value: `e${index}@example.org` }))
    const { ContactId } = await contacts.person({ FirstName: 'Full', LastName: 'List', ContactList: emails })
    const full = await api.person({
      NationalID: 4204,
      PlatformID: ContactId,
      Fax: '+12024561111',
      URL: 'https://x.example.org',
    })
    expect(full.json()).toMatchObject({
      code: 'too-many',
      errors: [{ pointer: '/Transaction/URL' }, { pointer: '/Transaction/Fax' }],
    })
  })
})
