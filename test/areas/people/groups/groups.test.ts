import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNamedGroup } from '#areas/people/groups/groups.service'
import { systemScope } from '#kernel/outbox/deliver'
import { lockSubject } from '#kernel/records/lock'
import { systemClock } from '#kernel/time/clock'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/api/contact-parts'
import { memberEvents } from '#test/support/api/groups'
import { waitForLock } from '#test/support/wait-for-lock'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

let made = 0
const group = async (body: Json = {}): Promise<number> => {
  const answer = bench.mine.post('/api/groups/0', { Name: `Group ${++made}`, ...body })
  return (await bench.good('saveGroup', answer)).body.GroupId as number
}
const states = async (contactId: number) => {
  const { body } = await bench.good('listContactGroups', bench.mine.get(`/api/contacts/${contactId}/groups`))
  return new Map((body as Json[]).map(({ GroupId, State }) => [GroupId, State]))
}
const members = async (groupId: number, query = '') => {
  const { body } = await bench.good('listGroupMembers', bench.mine.get(`/api/groups/${groupId}/members${query}`))
  return (body as unknown as { Results: Json[] }).Results.map(({ ContactId }) => ContactId)
}
const join = (contactId: number, groupId: number, body: Json = {}) =>
  bench.mine.post(`/api/contacts/${contactId}/groups/${groupId}`, body)
const leave = (contactId: number, groupId: number, query = '') =>
  bench.mine.delete(`/api/contacts/${contactId}/groups/${groupId}${query}`)

describe('POST /api/groups/{groupId} (saveGroup)', () => {
  test('creates, lists, changes with the version and deletes a group', async () => {
    const id = await group({ Name: 'Émigré writers', Description: ' Monthly ', IsMemberViewable: true })
    const read = await bench.good('getGroup', bench.mine.get(`/api/groups/${id}`))
    expect(read.body).toMatchObject({ Description: 'Monthly', AuditId: 1, MemberCount: 0, DisallowOptIn: false })
    expect(read.version).toBe(1)
    const change = (body: Json) => bench.mine.post(`/api/groups/${id}`, body)
    expect(await refusal(change({ Name: 'x' }))).toEqual([409, 'stale-audit-id'])
    expect((await change({ AuditId: 1, DisallowOptIn: true })).json()).toMatchObject({
      Name: 'Émigré writers',
      AuditId: 2,
    })
    expect(await refusal(change({ AuditId: 1 }))).toEqual([409, 'stale-audit-id'])
    const found = await bench.good('listGroups', bench.mine.get(`/api/groups?Criteria=${encodeURIComponent('emigre')}`))
    expect(found.body).toMatchObject({ TotalRecordAvailable: '1', Results: [{ GroupId: id }] })
    expect((await bench.mine.delete(`/api/groups/${id}`, { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await bench.mine.delete(`/api/groups/${id}`)).statusCode).toBe(200)
    expect(await refusal(bench.mine.get(`/api/groups/${id}`))).toEqual([404, 'not-found'])
    await group({ Name: 'émigré writers' })
  })

  test.each(['DisallowOptIn', 'DisallowOptOut', 'IsMemberViewable'])(
    'saves, copies and filters by %s alone',
    async (setting) => {
      const settings = { DisallowOptIn: false, DisallowOptOut: false, IsMemberViewable: false, [setting]: true }
      const id = await group({ [setting]: true })
      expect((await bench.mine.get(`/api/groups/${id}`)).json()).toMatchObject(settings)
      const copy = await bench.mine.post(`/api/groups/${id}/copy`, { Name: `Copy with ${setting}` })
      expect(copy.json()).toMatchObject(settings)
      const conditions = Object.entries(settings).map(([name, isSet]) => `${name} eq ${isSet}`)
      const filter = encodeURIComponent([`GroupId eq ${id}`, ...conditions].join(' and '))
      expect((await bench.mine.get(`/api/groups?Filter=${filter}`)).json().Results).toMatchObject([settings])
    },
  )

  test('returns 409 for a name in use, also for simultaneous requests', async () => {
    const make = () => bench.mine.post('/api/groups/0', { Name: 'Raced' })
    const answers = await Promise.all(Array.from({ length: 5 }, make))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await refusal(bench.mine.post('/api/groups/0', { Name: 'RACED' }))).toEqual([409, 'duplicate'])
    expect(await refusal(bench.mine.post('/api/groups/0', { Name: ' ' }))).toEqual([400, '/Name'])
  })

  test('accepts one of many changes that state the same version', async () => {
    const id = await group()
    const change = (n: number) => bench.mine.post(`/api/groups/${id}`, { AuditId: 1, Description: `${n}` })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => change(n)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })
})

describe('POST /api/groups/{groupId} (saveGroup): names', () => {
  test('waits for a transaction that chooses a name for the group of another record', async () => {
    const { database, app } = bench.server
    const scope = await systemScope({ database, clock: systemClock, log: app.log }, bench.mine.tenant.id)
    const saved = await scope.db.transaction(async (tx) => {
      await lockSubject(scope, tx, 'contact_group')
      const call = bench.mine.post('/api/groups/0', { Name: 'Chosen' })
      await waitForLock(database)
      await createNamedGroup(scope, tx, 'Chosen')
      return { call }
    })
    expect(await refusal(saved.call)).toEqual([409, 'duplicate'])
  })
})

describe('GET /api/groups/{groupId} (getGroup)', () => {
  test('returns 404 for the id of another tenant, and 422 for its contacts', async () => {
    const id = await group()
    const [contactId, foreign] = [await bench.person(), await bench.person(bench.theirs)]
    for (const call of [
      bench.theirs.get(`/api/groups/${id}`),
      bench.theirs.post(`/api/groups/${id}`, { AuditId: 1, Name: 'x' }),
      bench.theirs.delete(`/api/groups/${id}`),
      bench.theirs.get(`/api/groups/${id}/members`),
      bench.theirs.post(`/api/groups/${id}/members`, { ContactIds: [foreign] }),
      bench.theirs.post(`/api/contacts/${foreign}/groups/${id}`, {}),
      join(foreign, id),
      leave(foreign, id, '?isOptOut=true'),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
    const add = bench.mine.post(`/api/groups/${id}/members`, { ContactIds: [contactId, foreign] })
    expect(await refusal(add)).toEqual([422, '/ContactIds/1'])
    expect(await members(id)).toEqual([])
  })
})

describe('POST /api/contacts/{contactId}/groups/{groupId} (joinGroup)', () => {
  test('adds and removes a contact as staff, with events', async () => {
    const [contactId, id] = [await bench.person(), await group()]
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
    const [contactId, id] = [await bench.person(), await group()]
    await join(contactId, id, { IsOptIn: true })
    expect((await leave(contactId, id, '?isOptOut=true')).statusCode).toBe(200)
    expect(await refusal(join(contactId, id))).toEqual([422, 'opted-out'])
    expect((await join(contactId, id, { forceSave: true })).statusCode).toBe(200)
    await leave(contactId, id, '?isOptOut=true')
    expect((await join(contactId, id, { IsOptIn: true })).json()).toMatchObject({ State: 'member' })
  })

  test('keeps an opt-out of a contact that was not a member', async () => {
    const [contactId, id] = [await bench.person(), await group()]
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
    const [contactId, id] = [await bench.person(), await group({ DisallowOptIn: true, DisallowOptOut: true })]
    expect(await refusal(join(contactId, id, { IsOptIn: true }))).toEqual([422, 'opt-in-disallowed'])
    expect((await join(contactId, id)).statusCode).toBe(200)
    expect(await refusal(leave(contactId, id, '?isOptOut=true'))).toEqual([422, 'opt-out-disallowed'])
    expect((await leave(contactId, id)).statusCode).toBe(200)
  })
})

describe('POST /api/contacts/{contactId}/groups/{groupId} (joinGroup): acting contacts', () => {
  test('accepts a preference only from a contact that is allowed to act', async () => {
    const [child, parent, stranger] = [await bench.person(), await bench.person(), await bench.person()]
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

describe('DELETE /api/groups/{groupId} (deleteGroup)', () => {
  test('requires groups:write; reading requires groups:read', async () => {
    const id = await group()
    const reader = await bench.server.caller(bench.mine.tenant, ['groups:read'])
    expect((await reader.get(`/api/groups/${id}`)).statusCode).toBe(200)
    expect((await reader.post(`/api/groups/${id}`, {})).statusCode).toBe(403)
    const contacts = await bench.server.caller(bench.mine.tenant, ['contacts:write'])
    expect((await contacts.get(`/api/groups/${id}`)).statusCode).toBe(403)
  })
})
