import { AsyncResource } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeMembers } from '#areas/people/groups/members/members.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { waitForLock } from '#test/support/database/wait-for-lock'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'
import { memberEvents } from '#test/support/people/groups'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

let made = 0
const group = async (body: Json = {}): Promise<number> => {
  const answer = bench.mine.post('/api/groups/0', { Name: `Circle ${++made}`, ...body })
  return (await bench.good('saveGroup', answer)).body.GroupId as number
}
const join = (contactId: number, groupId: number, body: Json = {}) =>
  bench.mine.post(`/api/contacts/${contactId}/groups/${groupId}`, body)
const leave = (contactId: number, groupId: number, query = '') =>
  bench.mine.delete(`/api/contacts/${contactId}/groups/${groupId}${query}`)
const states = async (contactId: number) => {
  const { body } = await bench.good('listContactGroups', bench.mine.get(`/api/contacts/${contactId}/groups`))
  return new Map((body as Json[]).map(({ GroupId, State }) => [GroupId, State]))
}
const members = async (groupId: number, query = '') => {
  const { body } = await bench.good('listGroupMembers', bench.mine.get(`/api/groups/${groupId}/members${query}`))
  return (body as unknown as { Results: Json[] }).Results.map(({ ContactId }) => ContactId)
}

describe('GET /api/contacts/{contactId}/groups (listContactGroups)', () => {
  test('returns the changes that the contact can make by itself', async () => {
    const contactId = await bench.person()
    const open = await group({ IsMemberViewable: true })
    const closed = await group({ DisallowOptIn: true, DisallowOptOut: true })
    const rights = async (id: number) => {
      const { body } = await bench.good('listContactGroups', bench.mine.get(`/api/contacts/${contactId}/groups`))
      const { MayJoin, MayLeave, MayView } = (body as Json[]).find(({ GroupId }) => GroupId === id) as Json
      return [MayJoin, MayLeave, MayView]
    }
    expect([await rights(open), await rights(closed)]).toEqual([
      [true, false, false],
      [false, false, false],
    ])
    for (const id of [open, closed]) await join(contactId, id)
    expect([await rights(open), await rights(closed)]).toEqual([
      [false, true, true],
      [false, false, false],
    ])
  })

  test('lists all groups of the tenant by name, without deleted groups', async () => {
    const caller = await bench.server.tenant()
    const contactId = await bench.person(caller)
    const made = async (Name: string, more: Json = {}) =>
      (await caller.post('/api/groups/0', { Name, ...more })).json().GroupId as number
    const zoo = await made('Zoo', { DisallowOptOut: true })
    const art = await made('art')
    const gone = await made('Gone')
    for (const id of [zoo, gone])
      expect((await caller.post(`/api/contacts/${contactId}/groups/${id}`, {})).statusCode).toBe(200)
    await caller.delete(`/api/groups/${gone}`)
    const { body } = await bench.good('listContactGroups', caller.get(`/api/contacts/${contactId}/groups`))
    const { id } = await bench.server.database.system.groupMember.findFirstOrThrow({
      where: { tenantId: caller.tenant.id, groupId: zoo },
    })
    expect(body).toEqual([
      {
        ContactGroupId: 0,
        ContactGroupAuditId: 0,
        GroupId: art,
        Name: 'art',
        State: null,
        ChangedDate: null,
        DisallowOptIn: false,
        DisallowOptOut: false,
        MayJoin: true,
        MayLeave: false,
        MayView: false,
      },
      {
        ContactGroupId: id,
        ContactGroupAuditId: 1,
        GroupId: zoo,
        Name: 'Zoo',
        State: 'member',
        ChangedDate: expect.any(String),
        DisallowOptIn: false,
        DisallowOptOut: true,
        MayJoin: false,
        MayLeave: false,
        MayView: false,
      },
    ])
  })

  test('shows the groups on the organization', async () => {
    const contactId = await bench.organization()
    const id = await group({ Name: 'Exhibitors' })
    await join(contactId, id)
    const shown = async () => {
      const read = await bench.good('getOrganizationGroups', bench.mine.get(`/api/contacts/org/${contactId}/groups`))
      expect(read.version).toBe(await bench.version(contactId))
      return (read.body as Json).Groups
    }
    const place = { GroupId: id, Name: 'Exhibitors', ContactGroupAuditId: 1, State: 'member' }
    expect(await shown()).toMatchObject([{ ...place, IsSelected: true, IsRemoved: false }])
    await leave(contactId, id)
    expect(await shown()).toMatchObject([
      { ...place, ContactGroupAuditId: 2, State: 'removed', IsSelected: false, IsRemoved: true },
    ])
    await bench.mine.delete(`/api/groups/${id}`)
    expect(await shown()).toEqual([])
  })
})

describe('POST /api/contacts/{contactId}/groups/{groupId} (joinGroup): concurrent requests', () => {
  /** Removes a contact from a group as staff, and sends a request after the removal and before its commit. */
  const sendDuringRemoval = async <T>(groupId: number, contactId: number, send: () => Promise<T>): Promise<T> => {
    const { database, app } = bench.server
    const scope = await systemScope({ database, clock: systemClock, log: app.log }, bench.mine.tenant.id)
    // Bound outside of the transaction: the request is not a part of it.
    const start = AsyncResource.bind(send)
    const { call } = await scope.db.transaction(async (tx) => {
      await removeMembers(scope, tx, [{ groupId, contactId }])
      const started = start()
      await waitForLock(database)
      return { call: started }
    })
    return call
  }
  const kinds = async (groupId: number) => (await memberEvents(bench, groupId)).map(([kind]) => kind)

  test('adds a contact again that staff removes at the same time', async () => {
    const contactId = await bench.person()
    const groupId = await group()
    await join(contactId, groupId)
    const joined = await sendDuringRemoval(groupId, contactId, () => join(contactId, groupId, { IsOptIn: true }))
    expect(joined.json()).toMatchObject({ State: 'member', ContactGroupAuditId: 3 })
    expect(await kinds(groupId)).toEqual(['group.memberadded', 'group.memberremoved', 'group.memberadded'])
  })

  test('removes a contact once', async () => {
    const contactId = await bench.person()
    const groupId = await group()
    await join(contactId, groupId)
    const left = await sendDuringRemoval(groupId, contactId, () => leave(contactId, groupId))
    expect(left.statusCode).toBe(404)
    expect(await kinds(groupId)).toEqual(['group.memberadded', 'group.memberremoved'])
  })
})

describe('POST /api/contacts/{contactId}/groups/{groupId} (joinGroup)', () => {
  test('adds and removes a contact as staff, with events', async () => {
    const contactId = await bench.person()
    const id = await group()
    const joined = await bench.good('joinGroup', join(contactId, id))
    expect([joined.body, joined.version]).toMatchObject([{ State: 'member', ContactGroupAuditId: 1 }, 2])
    expect((await join(contactId, id)).headers.etag).toBe('"2"')
    expect(await members(id)).toEqual([contactId])
    expect((await leave(contactId, id)).headers.etag).toBe('"3"')
    expect(await refusal(leave(contactId, id))).toEqual([404, 'not-found'])
    expect((await states(contactId)).get(id)).toBe('removed')
    expect(await members(id, '?State=removed')).toEqual([contactId])
    expect((await join(contactId, id)).json()).toMatchObject({ State: 'member', ContactGroupAuditId: 3 })
    const payload = { contactId, by: 'staff' }
    expect(await memberEvents(bench, id)).toEqual([
      ['group.memberadded', payload],
      ['group.memberremoved', payload],
      ['group.memberadded', payload],
    ])
  })

  test('returns 422 for a contact that opted out, unless forceSave is set', async () => {
    const contactId = await bench.person()
    const id = await group()
    await join(contactId, id, { IsOptIn: true })
    expect((await leave(contactId, id, '?isOptOut=true')).statusCode).toBe(200)
    expect(await refusal(join(contactId, id))).toEqual([422, 'opted-out'])
    expect((await join(contactId, id, { forceSave: true })).statusCode).toBe(200)
    await leave(contactId, id, '?isOptOut=true')
    expect((await join(contactId, id, { IsOptIn: true })).json()).toMatchObject({ State: 'member' })
  })

  test('keeps an opt-out of a contact that was not a member', async () => {
    const contactId = await bench.person()
    const id = await group()
    await leave(contactId, id, '?isOptOut=true')
    const add = await bench.mine.post(`/api/groups/${id}/members`, { ContactIds: [contactId] })
    const result = { ContactId: contactId, Result: 'optedout' }
    expect(add.json()).toEqual({ Added: 0, AlreadyMembers: 0, OptedOut: 1, Results: [result] })
    expect(await members(id)).toEqual([])
    expect(await memberEvents(bench, id)).toEqual([])
  })
})

describe('DELETE /api/contacts/{contactId}/groups/{groupId} (leaveGroup)', () => {
  test('returns 422 if the group disallows it, but not for staff', async () => {
    const contactId = await bench.person()
    const id = await group({ DisallowOptIn: true, DisallowOptOut: true })
    expect(await refusal(join(contactId, id, { IsOptIn: true }))).toEqual([422, 'opt-in-disallowed'])
    expect((await join(contactId, id)).statusCode).toBe(200)
    expect(await refusal(leave(contactId, id, '?isOptOut=true'))).toEqual([422, 'opt-out-disallowed'])
    expect((await leave(contactId, id)).statusCode).toBe(200)
  })
})

describe('POST /api/contacts/{contactId}/groups/{groupId} (joinGroup): acting contacts', () => {
  test('accepts a preference only from a contact that is allowed to act', async () => {
    const child = await bench.person()
    const parent = await bench.person()
    const stranger = await bench.person()
    const id = await group()
    const types = (await bench.mine.get('/api/contactrelationshiptypes')).json() as Json[]
    const type = types.find(({ Name }) => Name === 'Parent') as Json
    const url = `/api/contactrelationshiptypes/${type.ContactRelationshipTypeId}`
    await bench.mine.post(url, { AuditId: type.AuditId, InheritsRights: true })
    const relation = { OtherContactId: parent, ContactRelationshipTypeId: type.ContactRelationshipTypeId }
    await bench.mine.post(`/api/contacts/${child}/relationships/0`, relation)
    const wish = (ActingContactId: number) => join(child, id, { IsOptIn: true, ActingContactId })
    expect(await refusal(wish(stranger))).toEqual([422, '/ActingContactId'])
    expect(await refusal(wish(2147480000))).toEqual([422, '/ActingContactId'])
    expect(await refusal(wish(await bench.person(bench.theirs)))).toEqual([422, '/ActingContactId'])
    expect(await refusal(join(child, id, { ActingContactId: parent }))).toEqual([400, '/ActingContactId'])
    expect((await wish(parent)).json()).toMatchObject({ State: 'member' })
    expect(await refusal(leave(child, id, `?actingContactId=${parent}`))).toEqual([400, 'query:actingContactId'])
    const go = (by: number) => leave(child, id, `?isOptOut=true&actingContactId=${by}`)
    expect(await refusal(go(stranger))).toEqual([422, 'query:actingContactId'])
    expect((await go(parent)).statusCode).toBe(200)
    expect((await states(child)).get(id)).toBe('optedout')
    expect((await wish(child)).statusCode).toBe(200)
    const other = await group()
    expect((await bench.mine.delete(`/api/contacts/${parent}/${await bench.version(parent)}`)).statusCode).toBe(200)
    const late = join(child, other, { IsOptIn: true, ActingContactId: parent })
    expect(await refusal(late)).toEqual([422, '/ActingContactId'])
    const back = await bench.mine.post(`/api/contacts/${parent}/restore/${await bench.version(parent)}`)
    expect(back.statusCode).toBe(200)
    // The child cannot act for the parent.
    expect(await refusal(join(parent, id, { IsOptIn: true, ActingContactId: child }))).toEqual([
      422,
      '/ActingContactId',
    ])
    const payload = { contactId: child, by: 'contact' }
    expect(await memberEvents(bench, id)).toEqual([
      ['group.memberadded', { ...payload, actingContactId: parent }],
      ['group.memberremoved', { ...payload, actingContactId: parent }],
      ['group.memberadded', { ...payload, actingContactId: child }],
    ])
  })
})
