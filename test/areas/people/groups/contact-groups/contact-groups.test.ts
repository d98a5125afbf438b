import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeMembers } from '#areas/people/groups/members/members.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { type DetailsBench, type Json, openDetails } from '#test/support/api/contact-parts'
import { memberEvents } from '#test/support/api/groups'
import { waitForLock } from '#test/support/wait-for-lock'

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
const leave = (contactId: number, groupId: number) => bench.mine.delete(`/api/contacts/${contactId}/groups/${groupId}`)

describe('GET /api/contacts/{contactId}/groups (listContactGroups)', () => {
  test('returns the changes that the contact can make by itself', async () => {
    const [contactId, open, closed] = [
      await bench.person(),
      await group({ IsMemberViewable: true }),
      await group({ DisallowOptIn: true, DisallowOptOut: true }),
    ]
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
    const [zoo, art, gone] = [await made('Zoo', { DisallowOptOut: true }), await made('art'), await made('Gone')]
    for (const id of [zoo, gone])
      expect((await caller.post(`/api/contacts/${contactId}/groups/${id}`, {})).statusCode).toBe(200)
    await caller.delete(`/api/groups/${gone}`)
    const { body } = await bench.good('listContactGroups', caller.get(`/api/contacts/${contactId}/groups`))
    const { id } = await bench.server.database.system.groupMember.findFirstOrThrow({ where: { groupId: zoo } })
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
    const [contactId, id] = [await bench.organization(), await group({ Name: 'Exhibitors' })]
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
    const { call } = await scope.db.transaction(async (tx) => {
      await removeMembers(scope, tx, [{ groupId, contactId }])
      const started = send()
      await waitForLock(database)
      return { call: started }
    })
    return call
  }
  const kinds = async (groupId: number) => (await memberEvents(bench, groupId)).map(([kind]) => kind)

  test('adds a contact again that staff removes at the same time', async () => {
    const [contactId, groupId] = [await bench.person(), await group()]
    await join(contactId, groupId)
    const joined = await sendDuringRemoval(groupId, contactId, () => join(contactId, groupId, { IsOptIn: true }))
    expect(joined.json()).toMatchObject({ State: 'member', ContactGroupAuditId: 3 })
    expect(await kinds(groupId)).toEqual(['group.memberadded', 'group.memberremoved', 'group.memberadded'])
  })

  test('removes a contact once', async () => {
    const [contactId, groupId] = [await bench.person(), await group()]
    await join(contactId, groupId)
    const left = await sendDuringRemoval(groupId, contactId, () => leave(contactId, groupId))
    expect(left.statusCode).toBe(404)
    expect(await kinds(groupId)).toEqual(['group.memberadded', 'group.memberremoved'])
  })
})
