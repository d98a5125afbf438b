import { AsyncResource } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNamedGroup } from '#areas/people/groups/groups.service'
import { systemScope } from '#kernel/outbox/deliver'
import { lockSubject } from '#kernel/records/lock'
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
  const answer = bench.mine.post('/api/groups/0', { Name: `Group ${++made}`, ...body })
  return (await bench.good('saveGroup', answer)).body.GroupId as number
}
const members = async (groupId: number, query = '') => {
  const { body } = await bench.good('listGroupMembers', bench.mine.get(`/api/groups/${groupId}/members${query}`))
  return (body as unknown as { Results: Json[] }).Results.map(({ ContactId }) => ContactId)
}
const join = (contactId: number, groupId: number, body: Json = {}) =>
  bench.mine.post(`/api/contacts/${contactId}/groups/${groupId}`, body)
const leave = (contactId: number, groupId: number, query = '') =>
  bench.mine.delete(`/api/contacts/${contactId}/groups/${groupId}${query}`)
/** Adds persons, in the order of their names. */
const persons = async (count: number): Promise<number[]> => {
  const added: number[] = []
  while (added.length < count) added.push(await bench.person())
  return added
}
const post = (url: string, body: Json) => bench.mine.post(url, body)
const add = (id: number, ContactIds: number[]) =>
  bench.good('addGroupMembers', post(`/api/groups/${id}/members`, { ContactIds }))
const remove = (id: number, ContactIds: number[]) =>
  bench.good('removeGroupMembers', post(`/api/groups/${id}/members/remove`, { ContactIds }))
const count = async (id: number) => (await bench.mine.get(`/api/groups/${id}`)).json().MemberCount as number

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
    // Bound outside of the transaction: the request is not a part of it.
    const send = AsyncResource.bind(() => bench.mine.post('/api/groups/0', { Name: 'Chosen' }))
    const saved = await scope.db.transaction(async (tx) => {
      await lockSubject(scope, tx, 'contact_group')
      const call = send()
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
    const contactId = await bench.person()
    const foreign = await bench.person(bench.theirs)
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

describe('POST /api/groups/{groupId}/copy (copyGroup)', () => {
  test('copies rules, categories and members; later changes do not affect the copy', async () => {
    const id = await group({ Description: 'First', DisallowOptOut: true, IsMemberViewable: true })
    const some = await persons(5)
    await add(id, some)
    await remove(id, some.slice(0, 1))
    const copy = (body: Json) => post(`/api/groups/${id}/copy`, body)
    const made = (await bench.good('copyGroup', copy({ Name: 'Copied' }))).body
    expect(made).toMatchObject({
      Name: 'Copied',
      AuditId: 1,
      Description: 'First',
      DisallowOptOut: true,
      IsMemberViewable: true,
      MemberCount: 4,
    })
    const copyId = made.GroupId as number
    expect(await members(copyId)).toEqual(some.slice(1))
    expect(await memberEvents(bench, copyId)).toHaveLength(4)
    await remove(copyId, some)
    expect(await count(id)).toBe(4)
    expect((await copy({ Name: 'Copied bare', IncludeMembers: false })).json().MemberCount).toBe(0)
    expect(await refusal(copy({ Name: 'COPIED' }))).toEqual([409, 'duplicate'])
    expect(await refusal(copy({}))).toEqual([400, '/Name'])
    expect(await refusal(bench.theirs.post(`/api/groups/${id}/copy`, { Name: 'Theirs' }))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/groups/{groupId}/merge (mergeGroup)', () => {
  test('adds contacts without a state there, keeps opt-outs and deletes the group', async () => {
    const from = await group()
    const into = await group()
    const [newcomer, both, left, removed, wisher] = (await persons(5)) as [number, number, number, number, number]
    // The counts leave out deleted contacts.
    const gone = await bench.person()
    const goneRemoved = await bench.person()
    await add(from, [newcomer, both, left, removed, wisher, gone, goneRemoved])
    await leave(wisher, from, '?isOptOut=true')
    await add(into, [both, left, removed, gone, goneRemoved])
    await leave(left, into, '?isOptOut=true')
    await remove(into, [removed, goneRemoved])
    for (const id of [gone, goneRemoved])
      expect((await bench.mine.delete(`/api/contacts/${id}/${await bench.version(id)}`)).statusCode).toBe(200)
    const merge = (body: Json) => post(`/api/groups/${from}/merge`, { AuditId: 1, ...body })
    expect(await refusal(merge({ IntoGroupId: from }))).toEqual([400, '/IntoGroupId'])
    expect(await refusal(merge({ IntoGroupId: 2147480000 }))).toEqual([422, '/IntoGroupId'])
    expect(await refusal(merge({ IntoGroupId: into, AuditId: 7 }))).toEqual([409, 'stale-audit-id'])
    const foreign = await bench.theirs.post('/api/groups/0', { Name: 'Foreign' })
    expect(await refusal(merge({ IntoGroupId: foreign.json().GroupId }))).toEqual([422, '/IntoGroupId'])
    const merged = await bench.good('mergeGroup', merge({ IntoGroupId: into }))
    expect(merged.body).toEqual({ GroupId: into, Added: 1, AlreadyMembers: 1, StayedOut: 2 })
    expect(await members(into)).toEqual([newcomer, both])
    expect(await members(into, '?State=optedout')).toEqual([left, wisher])
    const ended = { tenantId: bench.mine.tenant.id, entity: 'group', entityId: from, kind: 'group.deleted' }
    const events = await bench.server.database.system.outboxEvent.findMany({ where: ended })
    expect(events.map(({ payload }) => payload)).toEqual([expect.objectContaining({ mergedIntoId: into })])
    expect(await refusal(bench.mine.get(`/api/groups/${from}`))).toEqual([404, 'not-found'])
    expect(await refusal(merge({ IntoGroupId: into }))).toEqual([404, 'not-found'])
  })

  test('returns 409 for the group of a chapter; so does deleteGroup', async () => {
    const id = await group()
    const other = await group()
    const data = { tenantId: bench.mine.tenant.id, organizationId: await bench.organization(), groupId: id }
    const chapter = await bench.server.database.system.chapter.create({ data })
    expect(await refusal(bench.mine.delete(`/api/groups/${id}`))).toEqual([409, 'in-use'])
    const merge = () => post(`/api/groups/${id}/merge`, { AuditId: 1, IntoGroupId: other })
    expect(await refusal(merge())).toEqual([409, 'in-use'])
    expect(await count(id)).toBe(0)
    await bench.server.database.system.chapter.deleteMany({ where: { tenantId: chapter.tenantId, id: chapter.id } })
    expect((await merge()).statusCode).toBe(200)
  })
})
