import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import {
  type Connected,
  connect,
  contactsOf,
  type ExchangeBench,
  makeMember,
  makePair,
  ok,
  openExchangeBench,
} from '#test/support/integration/connections'
import { expectShape } from '#test/support/server/contract-shape'

let bench: ExchangeBench
let linked: Connected

beforeAll(async () => {
  bench = await openExchangeBench()
  linked = await connect(bench, await makePair(bench))
})
afterAll(() => bench.close())

const statusOf = async (caller = linked.target): Promise<string> => {
  const page = await ok<{ Results: { ConnectionStatusTypeId: string }[] }>(caller.get('/api/connection/all'))
  expectShape('listConnections', page)
  return page.Results[0]?.ConnectionStatusTypeId ?? ''
}

const rename = async (caller: TestCaller, id: number, LastName: string) => {
  const { AuditId } = await ok<{ AuditId: number }>(caller.get(`/api/contacts/person/${id}`))
  await ok(caller.post(`/api/contacts/person/${id}`, { AuditId, LastName, forceSave: true }))
}

/** The contact of the target with this last name. */
const copyOf = async (lastName: string): Promise<number> =>
  Number((await contactsOf(linked.target)).get(`Ada ${lastName}`) ?? 0)

const makeCopy = async (LastName: string, body: object = {}): Promise<{ id: number; copyId: number }> => {
  const id = await makeMember(linked.source, linked.sourceTypeId, { LastName, ...body })
  await bench.settle()
  const copyId = await copyOf(LastName)
  expect(copyId).toBeGreaterThan(0)
  return { id, copyId }
}

const settings = (path: string) => linked.target.post(`/api/connection/${path}/${linked.connectionId}`)

describe('POST /api/connection/{connectionid} (saveConnection)', () => {
  it('copies a member with names, emails, phones, addresses and membership, then each change', async () => {
    const id = await makeMember(linked.source, linked.sourceTypeId, {
      LastName: 'Copied',
      ContactList: [
        { Kind: 'email', Value: 'ada@example.org', TypeId: 2 },
        { Kind: 'phone', Value: '207-555-0100', TypeId: 2, IsPrimary: true },
      ],
      Addresses: [{ Address1: '12 Harbor Street', City: 'Portland', CountryId: 840 }],
    })
    await bench.settle()
    const copyId = Number((await contactsOf(linked.target)).get('Ada Copied'))
    const copy = await ok<{ ContactList: { Value: string }[]; Addresses: { City: string }[] }>(
      linked.target.get(`/api/contacts/person/${copyId}`),
    )
    expect(copy.ContactList.map(({ Value }) => Value)).toEqual(['ada@example.org', '207-555-0100'])
    expect(copy.Addresses.map(({ City }) => City)).toEqual(['Portland'])
    const memberships = await ok<{ Results: { ContactId: number; Status: string; MembershipTypeId: number }[] }>(
      linked.target.get('/api/memberships'),
    )
    expect(memberships.Results.filter(({ ContactId }) => ContactId === copyId)).toMatchObject([
      { Status: 'Active', MembershipTypeId: linked.targetTypeId, Actions: ['view', 'edit'] },
    ])
    await rename(linked.source, id, 'Renamed')
    await bench.settle()
    expect((await contactsOf(linked.target)).get('Ada Renamed')).toBe(copyId)
    expect(await statusOf()).toBe('3')
    expect(await statusOf(linked.source)).toBe('3')
  })

  it('sends nothing that the mapping does not name', async () => {
    const { copyId } = await makeCopy('Named', {
      AccountNumber: 'A-17',
      ContactDesignations: [{ Code: 'CPA' }],
    })
    const copy = await ok<{ AccountNumber: string | null; ContactDesignations: object[] }>(
      linked.target.get(`/api/contacts/person/${copyId}`),
    )
    expect([copy.AccountNumber, copy.ContactDesignations]).toEqual([null, []])
  })

  it('does not synchronize contacts without an active membership of a mapped type', async () => {
    const person = { FirstName: 'Ada', LastName: 'Nonmember', forceSave: true }
    await ok(linked.source.post('/api/contacts/person/0', person))
    await bench.settle()
    expect(await copyOf('Nonmember')).toBe(0)
  })

  const membershipOf = async (contactId: number): Promise<string> => {
    const page = await ok<{ Results: { ContactId: number; MembershipId: number }[] }>(
      linked.source.get('/api/memberships'),
    )
    return `/api/memberships/${page.Results.find((one) => one.ContactId === contactId)?.MembershipId}`
  }

  it('releases a contact when its membership ends, and synchronizes it again when it returns', async () => {
    const { id, copyId } = await makeCopy('Returning')
    const membership = await membershipOf(id)
    await ok(linked.source.post(`${membership}/cancel`))
    await bench.settle()
    await rename(linked.target, copyId, 'Own')
    await ok(linked.source.post(`${membership}/reinstate`))
    await bench.settle()
    expect(await copyOf('Returning')).toBe(copyId)
  })

  it('returns 403 to the source, and 422 outside of the exchange', async () => {
    const body = { ExchangeId: linked.exchangeId, SourceTenantKey: linked.source.tenant.key }
    const own = await linked.source.post('/api/connection/0', body)
    expect([own.statusCode, own.json().code]).toEqual([403, 'not-the-target'])
    const other = await linked.target.post('/api/connection/0', { ...body, SourceTenantKey: 'no-such-tenant' })
    expect([other.statusCode, other.json().code]).toEqual([422, 'not-in-exchange'])
    const unknown = await linked.target.post('/api/connection/0', { ...body, ExchangeId: 2_000_000 })
    expect([unknown.statusCode, unknown.json().code]).toEqual([422, 'unknown-reference'])
    expect(unknown.json().errors[0].pointer).toBe('/ExchangeId')
  })
})

describe('data from a source', () => {
  const refusals = async (caller: TestCaller, requests: readonly (readonly [string, object?])[]) => {
    for (const [url, body] of requests) {
      const answer = await (body ? caller.post(url, body) : caller.delete(url))
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 409, 'synchronized'])
      expect(answer.json()).toMatchObject({
        ConnectionId: linked.connectionId,
        detail: `The data comes from ${linked.source.tenant.name} through connection ${linked.connectionId} and is read-only here. Change it there, or save the connection without this part first.`,
      })
    }
  }

  it('is read-only: every way to change it returns 409 synchronized and names the connection', async () => {
    const { copyId } = await makeCopy('Readonly', {
      ContactList: [{ Kind: 'phone', Value: '207-555-0101' }],
      Addresses: [{ Address1: '1 Main Street', City: 'Bath', CountryId: 840 }],
    })
    const { target } = linked
    const copy = await ok<{
      AuditId: number
      ContactList: { Id: number }[]
      Addresses: { ContactAddressId: number }[]
    }>(target.get(`/api/contacts/person/${copyId}`))
    const rows = await ok<{ Results: { ContactId: number; Actions: string[] }[] }>(
      target.get('/api/contacts?$top=1000'),
    )
    expect(rows.Results.find(({ ContactId }) => ContactId === copyId)?.Actions).toEqual(['view', 'edit'])
    const own = await ok<{ ContactId: number; AuditId: number }>(
      target.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Own', forceSave: true }),
    )
    const memberships = await ok<{ Results: { ContactId: number; MembershipId: number }[] }>(
      target.get('/api/memberships'),
    )
    const membershipId = memberships.Results.find(({ ContactId }) => ContactId === copyId)?.MembershipId
    await refusals(target, [
      [`/api/contacts/person/${copyId}`, { AuditId: copy.AuditId, FirstName: 'Eve', forceSave: true }],
      [`/api/contacts/${copyId}/phones/0`, { Phone: '207-555-0199' }],
      [`/api/contacts/${copyId}/phones/${copy.ContactList[0]?.Id}`],
      [`/api/contacts/${copyId}/emails/0`, { EmailAddress: 'eve@example.org' }],
      [`/api/contacts/${copyId}/websites/0`, { Url: 'https://example.org' }],
      [`/api/contacts/${copyId}/addresses/${copy.Addresses[0]?.ContactAddressId}`],
      [
        '/api/contacts/merge',
        {
          WinnerContactId: own.ContactId,
          WinnerAuditId: own.AuditId,
          LoserContactId: copyId,
          LoserAuditId: copy.AuditId,
        },
      ],
      [`/api/memberships/${membershipId}/cancel`, {}],
      [`/api/memberships/${membershipId}/suspend`, {}],
      [`/api/memberships/${membershipId}/autorenew`, { AutoRenew: true }],
    ])
  })

  it('accepts what the connection does not synchronize', async () => {
    const { copyId } = await makeCopy('Tagged')
    const { AuditId } = await ok<{ AuditId: number }>(linked.target.get(`/api/contacts/person/${copyId}`))
    await ok(linked.target.post(`/api/contacts/person/${copyId}`, { AuditId, AccountNumber: 'T-1', forceSave: true }))
  })
})

describe('POST /api/connection/disable/{connectionid} (disableConnection)', () => {
  it('stops at once, keeps everything, and copies what was missed when it is enabled', async () => {
    const { id } = await makeCopy('Paused')
    await rename(linked.source, id, 'Waiting')
    await ok(settings('disable'))
    await bench.settle()
    expect(await statusOf()).toBe('4')
    expect(await statusOf(linked.source)).toBe('4')
    expect([await copyOf('Waiting'), await copyOf('Paused')].map(Boolean)).toEqual([false, true])
    const other = await linked.source.post(`/api/connection/enable/${await idAt(linked.source)}`)
    expect([other.statusCode, other.json().code]).toEqual([403, 'disabled-by-other'])
    await ok(settings('enable'))
    await bench.settle()
    expect([await copyOf('Waiting'), await copyOf('Paused')].map(Boolean)).toEqual([true, false])
    expect(await statusOf()).toBe('3')
  })

  it('stops at once when the source disables it, and only the source enables it', async () => {
    const { id } = await makeCopy('Stopped')
    const sourceId = await idAt(linked.source)
    await ok(linked.source.post(`/api/connection/disable/${sourceId}`))
    await rename(linked.source, id, 'Later')
    await bench.settle()
    expect(await copyOf('Later')).toBe(0)
    expect((await settings('enable')).statusCode).toBe(403)
    await ok(linked.source.post(`/api/connection/enable/${sourceId}`))
    await bench.settle()
    expect(await copyOf('Later')).toBeGreaterThan(0)
  })
})

const idAt = async (caller: TestCaller): Promise<number> => {
  const page = await ok<{ Results: { ConnectionId: number }[] }>(caller.get('/api/connection/all'))
  return Number(page.Results[0]?.ConnectionId)
}

describe('GET /api/connection/{connectionid} (getConnection)', () => {
  it('shows both tenants what is synchronized', async () => {
    const mine = await ok<{ ReadOnly: boolean }>(linked.target.get(`/api/connection/${linked.connectionId}`))
    expectShape('getConnection', mine)
    expect(mine).toMatchObject({
      ReadOnly: false,
      IsActive: true,
      ConectedTenantName: linked.source.tenant.name,
      MembershipFeeds: [{ SourceMembershipTypeName: 'Regular', TargetMembershipTypeName: 'State member' }],
    })
    const theirs = await ok(linked.source.get(`/api/connection/${await idAt(linked.source)}`))
    expect(theirs).toMatchObject({ ReadOnly: true, SourceTenantKey: linked.source.tenant.key })
  })
})

describe('the logs of both tenants', () => {
  it('contain every crossing with its connection', async () => {
    const { id, copyId } = await makeCopy('Logged')
    const events = async (caller: TestCaller, id: number) => {
      const rows = await bench.server.database.system.$queryRaw<{ message: string; details: string | null }[]>`
        SELECT message, details FROM log_event WHERE tenant_id = ${caller.tenant.id} AND entity_key = ${String(id)}`
      return rows.map(({ message, details }) => `${message} ${details ?? ''}`.trim())
    }
    const { source, target } = linked
    expect(await events(source, await idAt(source))).toContain(
      `Sent 1 contact to ${target.tenant.name}. {"ContactIds":[${id}]}`,
    )
    expect(await events(target, linked.connectionId)).toEqual(
      expect.arrayContaining([
        `Received 1 contact from ${source.tenant.name}. {"ContactIds":[${copyId}]}`,
        `Received the end of a copy from ${source.tenant.name}.`,
      ]),
    )
  })
})

describe('POST /api/connection/enable/{connectionid} (enableConnection)', () => {
  it('changes nothing in an enabled connection, and returns 404 for one that does not exist', async () => {
    const read = async () => (await linked.target.get(`/api/connection/${linked.connectionId}`)).headers.etag
    const before = await read()
    await ok(settings('enable'))
    expect(await read()).toBe(before)
    expect((await linked.target.post('/api/connection/enable/2000000')).statusCode).toBe(404)
  })
})

describe('GET /api/connection/all (listConnections)', () => {
  it('is filtered and ordered by its columns, and shows the side of the caller', async () => {
    const list = async (caller: TestCaller, filter: object) =>
      (
        await ok<{ Results: { SyncRole: string; ConnectedTenant: string }[] }>(
          caller.get(`/api/connection/all?options=${encodeURIComponent(JSON.stringify(filter))}`),
        )
      ).Results.map(({ SyncRole, ConnectedTenant }) => [SyncRole, ConnectedTenant])
    const { source, target } = linked
    expect(await list(target, { Filter: "SyncRole eq 'Target'" })).toEqual([['Target', source.tenant.name]])
    expect(await list(source, { OrderBy: 'CreatedDate desc' })).toEqual([['Source', target.tenant.name]])
    expect(await list(target, { Filter: "ConnectionStatusTypeId eq '5'" })).toEqual([])
  })
})

describe('DELETE /api/connection/{connectionid} (deleteConnection)', () => {
  it('keeps the contacts, which can be edited again, and stops the synchronization', async () => {
    const { id, copyId } = await makeCopy('Kept')
    const refused = await linked.source.delete(`/api/connection/${await idAt(linked.source)}`)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'not-the-target'])
    await ok(linked.target.delete(`/api/connection/${linked.connectionId}`))
    await bench.settle()
    await rename(linked.target, copyId, 'Freed')
    await rename(linked.source, id, 'Elsewhere')
    await bench.settle()
    expect(await copyOf('Freed')).toBe(copyId)
    expect((await linked.target.get(`/api/connection/${linked.connectionId}`)).statusCode).toBe(404)
    expect((await ok<{ Results: object[] }>(linked.source.get('/api/connection/all'))).Results).toEqual([])
  })
})
