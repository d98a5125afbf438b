import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { associationApi, deliverChanges, exchangeWithRegistry, type Json } from '#test/support/integration/association'
import { failuresIn } from '#test/support/integration/failures'
import { type OnlineRegistryServer, startOnlineRegistry } from '#test/support/integration/online-registry'
import { contactsApi } from '#test/support/people/contacts'

let server: TestApp
let registry: OnlineRegistryServer
// The database sets the time of a row.
const clock = { at: Date.now() + 3_600_000, now: () => new Date(clock.at) }
beforeAll(async () => {
  registry = await startOnlineRegistry()
  server = await buildTestApp({ clock, config: registry.config })
})
afterAll(async () => {
  await server.close()
  await registry.close()
})

const open = async (isOnline = false) => {
  const caller = await server.tenant()
  const api = associationApi(caller)
  const contacts = contactsApi(caller)
  if (isOnline) {
    const online = { Registry: 'Online', RegistryUrl: registry.url, RegistryKey: registry.key }
    await api.good(caller.post('/api/assoc/settings', online))
  }
  const rows = async (filter: Json = {}) => {
    const page = await api.good(caller.post('/api/logs/natregsubqueueevent', { OrderBy: 'RowId', ...filter }))
    return page.Results as Json[]
  }
  const change = async (nationalId: number, body: Json) => {
    const { PlatformID } = await api.contact(nationalId)
    const { AuditId } = await contacts.getPerson(Number(PlatformID))
    await contacts.good(contacts.savePerson(Number(PlatformID), { AuditId, ...body }))
    await deliverChanges(server, caller)
  }
  const exchange = () => exchangeWithRegistry(server, caller, clock)
  return { caller, api, contacts, rows, change, exchange }
}

/** A contact of the registry, whose number was assigned by the national body. */
const member = async (nationalId: number, isOnline = false) => {
  const office = await open(isOnline)
  await office.api.good(office.api.person({ NationalID: nationalId, FirstName: 'Ada', LastName: 'Byron' }))
  await deliverChanges(server, office.caller)
  return office
}

describe('POST /api/logs/natregsubqueueevent (searchRegistryQueueEvents)', () => {
  it('lists each change of a contact of the registry, with its tags, and no change of the national body', async () => {
    const { rows, change, exchange, caller, api } = await member(100)
    expect(await rows()).toEqual([])
    await change(100, { FirstName: 'Augusta' })
    await change(100, { ContactList: [{ Kind: 'email', Value: 'ada@example.org' }] })
    await change(100, { Addresses: [{ City: 'London' }], ContactList: [{ Kind: 'phone', Value: '+12024561111' }] })
    await change(100, { ContactList: [{ Kind: 'website', Value: 'https://ada.example.org' }] })
    const [first] = await rows()
    expect(await rows()).toMatchObject([
      { Status: 'Pending', Tags: 'name', NatregId: '100', ContactName: 'Augusta Byron', Attempts: 0, Message: null },
      { Tags: 'email' },
      { Tags: 'address, phone', ChangeType: 'Update' },
    ])
    expect((await rows({ Tags: 'phone, office' })).map(({ Tags }) => Tags)).toEqual(['address, phone'])
    expect((await rows({ Tags: 'Address' })).map(({ Tags }) => Tags)).toEqual(['address, phone'])
    expect(await rows({ Tags: 'mail, addres, hone' })).toEqual([])
    expect(await rows({ NatregId: '101' })).toEqual([])
    expect(await rows({ ContactId: String(first?.ContactId), Take: '1' })).toHaveLength(1)
    expect(await rows({ DateRange: 'last30days', Criteria: 'augusta' })).toHaveLength(3)
    await exchange()
    expect(await rows()).toMatchObject(
      [1, 2, 3].map(() => ({ Status: 'Succeeded', Attempts: 1, NextAttemptDate: null })),
    )
    expect((await caller.post('/api/logs/natregsubqueueevent', { DateRange: 'never' })).statusCode).toBe(400)
    const page = await api.good(caller.get('/api/logs/natregsubqueueevent'))
    expect(page).toMatchObject({ TotalRecordAvailable: '3' })
  })

  it('sends the changes of a contact in order, tries again, and gives up after 10 attempts', async () => {
    const { rows, change, exchange, caller } = await member(200, true)
    await change(200, { FirstName: 'A' })
    await change(200, { FirstName: 'B' })
    const before = registry.accepted.length
    registry.fail('reset-after', 503)
    await exchange()
    expect(await rows()).toMatchObject([
      { Status: 'Failed', Attempts: 1, Message: expect.stringContaining('unavailable') },
      { Status: 'Pending' },
    ])
    clock.at += 60_000
    await exchange()
    clock.at += 3_600_000
    await exchange()
    expect(await rows()).toMatchObject([{ Status: 'Succeeded', Attempts: 3 }, { Status: 'Succeeded' }])
    expect(registry.accepted.slice(before).map(({ Contact }) => Contact.FirstName)).toEqual(['A', 'B'])
    await change(200, { FirstName: 'C' })
    registry.fail(...Array.from({ length: 10 }, () => 500))
    for (let attempt = 0; attempt < 12; attempt++) {
      await exchange()
      clock.at += 86_400_000
    }
    expect((await rows()).at(-1)).toMatchObject({ Status: 'GivenUp', Attempts: 10, NextAttemptDate: null })
    await change(200, { FirstName: 'D' })
    registry.fail(422)
    await exchange()
    expect((await rows()).at(-1)).toMatchObject({
      Status: 'GivenUp',
      Attempts: 1,
      Message: expect.stringContaining('license'),
    })
    const failures = await failuresIn(server, caller.tenant.id, clock)
    expect(failures.filter(({ kind }) => kind === 'registryGivenUp')).toMatchObject([
      { level: 5, type: 'NationalRegistry', message: expect.stringContaining('is given up.') },
      { message: expect.stringContaining('license') },
    ])
  })

  it('gives a contact that becomes active a number, in a tenant of the registry', async () => {
    const { api, caller, contacts, rows, exchange } = await open()
    const { AuditId } = await api.good(caller.get('/api/settings/tenant'))
    await api.good(caller.post('/api/settings/tenant', { AuditId, NatregIsStateAssociation: true }))
    const { ContactId } = await contacts.person({ FirstName: 'New', LastName: 'Member' })
    await deliverChanges(server, caller)
    expect(await rows()).toEqual([])
    await api.good(caller.post(`/api/contacts/${ContactId}/status`, { AuditId: 1, MembershipStatusTypeId: 4 }))
    await deliverChanges(server, caller)
    expect(await rows()).toEqual([])
    const { MembershipTypeId } = await api.good(caller.post('/api/membershiptypes/0', { Name: 'Local' }))
    const { MembershipLevelId: LevelId } = await api.good(
      caller.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, { Name: 'Basic', Price: 0 }),
    )
    await api.good(caller.post(`/api/contacts/${ContactId}/status`, { AuditId: 2, MembershipStatusTypeId: null }))
    await api.good(caller.post('/api/memberships/0', { ContactId, MembershipTypeId, LevelId }))
    await deliverChanges(server, caller)
    expect(await rows()).toMatchObject([{ ChangeType: 'Create', NatregId: null, Status: 'Pending' }])
    // Given up, and sent again with the next change of the contact.
    const where = { tenantId: caller.tenant.id, contactId: ContactId }
    const data = { status: 'GivenUp', dueAt: null, settledAt: new Date() }
    await server.database.system.registryEvent.updateMany({ where, data })
    await contacts.good(
      contacts.savePerson(ContactId, { AuditId: (await contacts.getPerson(ContactId)).AuditId, MiddleName: 'M' }),
    )
    await deliverChanges(server, caller)
    expect((await rows()).map(({ Status }) => Status)).toEqual(['GivenUp', 'Pending'])
    const { AuditId: version } = await contacts.getPerson(ContactId)
    await contacts.good(contacts.savePerson(ContactId, { AuditId: version, FirstName: 'Newer' }))
    await exchange()
    const [, created, updated] = await rows()
    const NationalID = Number(created?.NatregId)
    expect(await api.contact(NationalID)).toMatchObject({ PlatformID: ContactId, FirstName: 'Newer' })
    expect(updated).toMatchObject({ ChangeType: 'Create', Tags: 'name', NatregId: String(NationalID) })
    await exchange()
    await deliverChanges(server, caller)
    expect(await rows()).toHaveLength(3)
    expect((await api.feed()).Changes).toMatchObject([{ ChangeType: 'Create', Contact: { NationalID } }])
  })

  it('receives the changes of an online registry in order, once each, and settles those that are not valid', async () => {
    const { api, rows, exchange, change } = await member(300, true)
    const at = (minute: number) => new Date(Date.parse('2026-11-21T10:00:00Z') + minute * 60_000).toISOString()
    const publish = (operation: string, minute: number, fields: Json) =>
      registry.publish(operation, {
        TransactionId: `p-${minute}`,
        OccurredDate: at(minute),
        ContactType: 'Individual',
        NationalID: 300,
        ...fields,
      })
    publish('upsert', 1, { FirstName: 'First' })
    publish('upsert', 2, { FirstName: 'Second' })
    publish('upsert', 3, { Email: 'no address' })
    publish('explode', 4, {})
    publish('delete', 5, {})
    await exchange()
    await exchange()
    expect(await api.contact(300)).toMatchObject({ FirstName: 'Second', Status: 'Dropped' })
    const received = await rows({ Tags: 'received' })
    expect(received.map(({ Status }) => Status)).toEqual(['Succeeded', 'Succeeded', 'GivenUp', 'GivenUp', 'Succeeded'])
    expect(received[2]?.ContactId).toBe(received[1]?.ContactId)
    // The number has ended, so that the registry gets no changes of it.
    await change(300, { LastName: 'Lovelace' })
    expect(await rows()).toHaveLength(5)
  })
})

describe('GET /api/logs/natregsubqueueevent (listRegistryQueueEvents)', () => {
  it('lists the newest first, and no rows of other tenants', async () => {
    const { change, caller, api } = await member(400)
    await change(400, { FirstName: 'One' })
    await change(400, { FirstName: 'Two' })
    const page = await api.good(caller.get('/api/logs/natregsubqueueevent'))
    expect((page.Results as Json[]).map(({ Status }) => Status)).toEqual(['Pending', 'Pending'])
    const other: TestCaller = await server.tenant()
    expect(await api.good(other.get('/api/logs/natregsubqueueevent'))).toMatchObject({ TotalRecordAvailable: '0' })
  })
})

describe('POST /api/logs/natregsubqueueevent/{rowid}/retry (retryRegistryQueueEvent)', () => {
  /** The registry of these tests has the changes of other tenants too. */
  const memberOf = async (nationalId: number) => {
    const office = await member(nationalId, true)
    return { ...office, rows: (filter: Json = {}) => office.rows({ NatregId: String(nationalId), ...filter }) }
  }
  const retry = (caller: TestCaller, row: Json | undefined) =>
    caller.post(`/api/logs/natregsubqueueevent/${row?.RowId}/retry`, {})

  it('sends a change again that was given up, and offers it only until a later one was sent', async () => {
    const { caller, rows, change, exchange } = await memberOf(500)
    await change(500, { FirstName: 'A' })
    expect(await rows()).toMatchObject([{ Status: 'Pending', Actions: [] }])
    const [waiting] = await rows()
    expect((await retry(caller, waiting)).json().code).toBe('registry-change-settled')
    registry.fail(422, 422)
    await exchange()
    const [row] = await rows()
    expect(row).toMatchObject({ Status: 'GivenUp', Attempts: 1, Actions: ['retry'] })
    const before = registry.accepted.length
    expect((await retry(caller, row)).statusCode).toBe(200)
    expect(await rows()).toMatchObject([{ Status: 'Pending', Attempts: 0 }])
    await exchange()
    expect((await retry(caller, row)).statusCode).toBe(200)
    await exchange()
    expect(await rows()).toMatchObject([{ Status: 'Succeeded', Attempts: 1, Actions: [] }])
    expect(registry.accepted).toHaveLength(before + 1)
    expect((await retry(caller, row)).statusCode).toBe(409)
    registry.fail(422)
    await change(500, { FirstName: 'B' })
    await exchange()
    await change(500, { FirstName: 'C' })
    await exchange()
    const given = (await rows()).at(-2)
    expect(given).toMatchObject({ Status: 'GivenUp', Actions: [] })
    expect((await retry(caller, given)).json()).toMatchObject({ code: 'registry-change-settled' })
  })

  it('sends a change at once that waits for its next attempt', async () => {
    const { caller, rows, change, exchange } = await memberOf(501)
    await change(501, { FirstName: 'A' })
    registry.fail(503)
    await exchange()
    const [row] = await rows()
    expect(row).toMatchObject({ Status: 'Failed', Actions: ['retry'] })
    await exchange()
    expect(await rows()).toMatchObject([{ Status: 'Failed', Attempts: 1 }])
    expect((await retry(caller, row)).statusCode).toBe(200)
    await exchange()
    expect(await rows()).toMatchObject([{ Status: 'Succeeded' }])
  })

  it('applies a received change with a date in the future after that date, and later changes before', async () => {
    const { caller, api, rows, exchange } = await memberOf(502)
    const at = (hours: number) => new Date(clock.at + hours * 3_600_000).toISOString()
    const own = { ContactType: 'Individual', NationalID: 502 }
    registry.publish('upsert', { ...own, TransactionId: 'f-1', OccurredDate: at(24), FirstName: 'Tomorrow' })
    registry.publish('upsert', { ...own, TransactionId: 'f-2', OccurredDate: at(0), FirstName: 'Today' })
    await exchange()
    const [future, today] = await rows({ Tags: 'received' })
    expect(future).toMatchObject({ Status: 'GivenUp', Actions: [], Message: expect.stringContaining('future') })
    expect(today).toMatchObject({ Status: 'Succeeded' })
    expect(await api.contact(502)).toMatchObject({ FirstName: 'Today' })
    const early = (await retry(caller, future)).json()
    expect(early).toMatchObject({ code: 'registry-change-settled', detail: expect.stringContaining('in the future') })
    clock.at += 25 * 3_600_000
    expect((await rows({ Tags: 'received' }))[0]).toMatchObject({ Status: 'GivenUp', Actions: ['retry'] })
    await retry(caller, future)
    await exchange()
    expect((await rows({ Tags: 'received' }))[0]).toMatchObject({ Status: 'Succeeded' })
    expect(await api.contact(502)).toMatchObject({ FirstName: 'Tomorrow' })
  })

  it('is offered to callers with the scope, and finds no row of another tenant', async () => {
    const { caller, rows, change, exchange } = await memberOf(503)
    await change(503, { FirstName: 'A' })
    registry.fail(422)
    await exchange()
    const [row] = await rows()
    const reader = await server.caller(caller.tenant, ['logs:read'])
    const found = await reader.post('/api/logs/natregsubqueueevent', { NatregId: '503' })
    expect((found.json() as { Results: Json[] }).Results[0]).toMatchObject({ Status: 'GivenUp', Actions: [] })
    expect((await retry(reader, row)).statusCode).toBe(403)
    expect((await retry(await server.foreignTenant(), row)).statusCode).toBe(404)
    expect((await caller.post('/api/logs/natregsubqueueevent/x/retry', {})).statusCode).toBe(400)
  })
})
