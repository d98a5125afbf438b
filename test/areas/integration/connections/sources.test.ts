import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Connected,
  connect,
  contactsOf,
  type ExchangeBench,
  makeMember,
  makePair,
  ok,
  openExchangeBench,
  type Pair,
} from '#test/support/integration/connections'

let bench: ExchangeBench
beforeAll(async () => {
  bench = await openExchangeBench()
})
afterAll(() => bench.close())

const connectionBody = ({ source, exchangeId }: Pair, sourceTypeId: number, targetTypeId: number) => ({
  ExchangeId: exchangeId,
  SourceTenantKey: source.tenant.key,
  IsMembershipsSync: true,
  IsContactFeedSync: true,
  IsIndividualGeneralInfo: true,
  MembershipFeeds: [{ SourceMembershipTypeId: sourceTypeId, TargetMembershipTypeId: targetTypeId }],
})

/** Creates another exchange of a pair. Returns its id in the target. */
const addExchange = async ({ source, target }: Pair): Promise<number> => {
  const body = {
    ExchangeName: 'Second exchange',
    SourceTenants: [{ TenantKey: source.tenant.key }],
    TargetTenants: [{ TenantKey: target.tenant.key }],
  }
  await ok(source.post('/api/exchange/0', body))
  await bench.settle()
  const all = await ok<{ ExchangeId: number; ExchangeName: string }[]>(target.get('/api/exchange/all'))
  const id = Number(all.find(({ ExchangeName }) => ExchangeName === 'Second exchange')?.ExchangeId)
  await ok(target.post(`/api/exchange/accept/${id}`))
  await bench.settle()
  return id
}

/** What the tests read of a membership. */
interface Stored {
  MembershipId: number
  AuditId: number
  Terms: { EndDate: string }[]
}

const activeMembers = async ({ target }: Connected): Promise<number[]> => {
  const { Results } = await ok<{ Results: { ContactId: number; Status: string }[] }>(target.get('/api/memberships'))
  return Results.filter(({ Status }) => Status === 'Active').map(({ ContactId }) => ContactId)
}

describe('POST /api/connection/{connectionid} (saveConnection) for a source that is connected', () => {
  it('returns 409 duplicate, also through another exchange, and the lookup does not offer the source', async () => {
    const linked = await connect(bench, await makePair(bench))
    const exchangeId = await addExchange(linked)
    expect(await ok(linked.target.get('/api/connection/tenants/lookup'))).toEqual([])
    const body = connectionBody({ ...linked, exchangeId }, linked.sourceTypeId, linked.targetTypeId)
    const second = await linked.target.post('/api/connection/0', body)
    expect([second.statusCode, second.json().code]).toEqual([409, 'duplicate'])
    expect(second.json().detail).toBe(
      `Connection ${linked.connectionId} already synchronizes the contacts of ${linked.source.tenant.name}. Change it, or delete it before you create another one.`,
    )
  })

  it('continues with the contacts and memberships of a deleted connection, and creates no copies', async () => {
    const linked = await connect(bench, await makePair(bench))
    await makeMember(linked.source, linked.sourceTypeId, { LastName: 'Twice' })
    await bench.settle()
    const copyId = (await contactsOf(linked.target)).get('Ada Twice')
    await ok(linked.target.delete(`/api/connection/${linked.connectionId}`))
    await bench.settle()
    await ok(linked.target.post('/api/connection/0', connectionBody(linked, linked.sourceTypeId, linked.targetTypeId)))
    await bench.settle()
    const page = await ok<{ Results: { Name: string; ContactId: number }[] }>(linked.target.get('/api/contacts'))
    expect(page.Results.filter(({ Name }) => Name === 'Ada Twice').map(({ ContactId }) => ContactId)).toEqual([copyId])
    expect(await activeMembers(linked)).toEqual([copyId])
    const renewed = await ok<{ Results: { Actions: string[] }[] }>(linked.target.get('/api/memberships'))
    expect(renewed.Results.map(({ Actions }) => Actions)).toEqual([['view', 'edit']])
  })

  it('makes a membership active again that this tenant has cancelled while nothing synchronized it', async () => {
    const linked = await connect(bench, await makePair(bench))
    const { source, target, sourceTypeId, targetTypeId, connectionId } = linked
    await makeMember(source, sourceTypeId, { LastName: 'Back' })
    await bench.settle()
    const readOne = async () => {
      const [row] = (await ok<{ Results: Pick<Stored, 'MembershipId'>[] }>(target.get('/api/memberships'))).Results
      return ok<Stored>(target.get(`/api/memberships/${row?.MembershipId}`))
    }
    const before = await readOne()
    await ok(target.delete(`/api/connection/${connectionId}`))
    await bench.settle()
    const { MembershipId, AuditId } = await readOne()
    await ok(target.post(`/api/memberships/${MembershipId}/cancel`, { AuditId, Reason: 'Left here' }))
    expect(await readOne()).toMatchObject({
      Status: 'Cancelled',
      Reason: 'Left here',
      Terms: [{ EndedDate: expect.any(String) }],
    })
    await ok(target.post('/api/connection/0', connectionBody(linked, sourceTypeId, targetTypeId)))
    await bench.settle()
    expect(await readOne()).toMatchObject({
      Status: 'Active',
      CancelledDate: null,
      Reason: null,
      Terms: [{ EndedDate: null, EndDate: before.Terms[0]?.EndDate }],
    })
  })
})

describe('a contact that is synchronized', () => {
  it('shows its source in documents and lists, and keeps it in its history after the connection is deleted', async () => {
    const linked = await connect(bench, await makePair(bench))
    const { target, source, connectionId } = linked
    await makeMember(source, linked.sourceTypeId, { LastName: 'Sourced' })
    await ok(target.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Own', forceSave: true }))
    await bench.settle()
    const copyId = Number((await contactsOf(target)).get('Ada Sourced'))
    const shown = { SourceConnectionId: connectionId, SourceTenantName: source.tenant.name }
    expect(await ok(target.get(`/api/contacts/person/${copyId}`))).toMatchObject(shown)
    expect(await ok(target.get(`/api/contacts/PersonSummary/${copyId}`))).toMatchObject({
      ...shown,
      DoNotShowEditName: true,
      Actions: ['view', 'edit'],
    })
    const filtered = async (filter: string) =>
      (await ok<{ Results: object[] }>(target.get(`/api/contacts?$filter=${encodeURIComponent(filter)}`))).Results
    expect(await filtered(`SourceConnectionId eq ${connectionId}`)).toMatchObject([{ ...shown, ContactId: copyId }])
    expect(await filtered(`SourceTenantName eq null and LastName eq 'Own'`)).toMatchObject([
      { SourceConnectionId: null, Actions: ['view', 'edit', 'merge', 'delete'] },
    ])
    await ok(target.delete(`/api/connection/${connectionId}`))
    const freed = { SourceConnectionId: null, SourceTenantName: null }
    expect(await ok(target.get(`/api/contacts/person/${copyId}`))).toMatchObject(freed)
    const entries = await bench.server.database.system.auditEntry.findMany({
      where: { tenantId: target.tenant.id, entity: { in: ['contact', 'connection'] } },
    })
    expect(entries.map(({ entity, changes }) => ({ entity, changes }))).toEqual(
      expect.arrayContaining([
        {
          entity: 'contact',
          changes: {
            source: { ConnectionId: connectionId, TenantKey: source.tenant.key, TenantName: source.tenant.name },
          },
        },
        {
          entity: 'connection',
          changes: expect.objectContaining({
            SourceTenantKey: { old: source.tenant.key, new: null },
            SourceTenantName: { old: source.tenant.name, new: null },
          }),
        },
      ]),
    )
  })
})

describe('the progress of a copy', () => {
  it('is shown to both tenants in documents and lists', async () => {
    const pair = await makePair(bench)
    const linked = await connect(bench, pair)
    for (const LastName of ['One', 'Two', 'Three']) await makeMember(pair.source, linked.sourceTypeId, { LastName })
    await bench.settle()
    // All contacts are compared again, and none is sent.
    await ok(pair.target.post(`/api/connection/disable/${linked.connectionId}`))
    await bench.settle()
    await ok(pair.target.post(`/api/connection/enable/${linked.connectionId}`))
    await bench.settle()
    const progressOf = async (caller: Pair['source']) => {
      const page = await ok<{ Results: { ConnectionId: number }[] }>(caller.get('/api/connection/all'))
      const [row] = page.Results
      return [row, await ok(caller.get(`/api/connection/${row?.ConnectionId}`))]
    }
    const done = { TotalContacts: 3, CopiedContacts: 3, CopyPercent: 100 }
    for (const caller of [pair.source, pair.target]) expect(await progressOf(caller)).toMatchObject([done, done])
    await bench.server.database.system.connection.updateMany({
      where: { tenantId: pair.target.tenant.id },
      data: { status: 'Copying', totalCount: 1200, copiedCount: 450 },
    })
    const half = { TotalContacts: 1200, CopiedContacts: 450, CopyPercent: 37 }
    expect(await progressOf(pair.target)).toMatchObject([half, half])
  })
})
