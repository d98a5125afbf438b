import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFollowUps, type FollowUp } from '#areas/work/tasks/follow-ups/follow-ups.service'
import { systemScope } from '#kernel/outbox/deliver'
import { countQueries } from '#test/support/database/count-queries'
import { addPerson, endContact } from '#test/support/people/contact-rows'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

const followAll = async (wanted: Partial<FollowUp>, contactIds: readonly number[], fails = false) => {
  const { server, tenantId, clock } = world
  const scope = await systemScope({ database: server.database, clock, log: server.app.log }, tenantId)
  return scope.db.transaction(async (tx) => {
    const made = await createFollowUps(scope, tx, { name: 'Ask how it went', ...wanted }, contactIds)
    if (fails) throw new Error('what asked for it fails')
    return made
  })
}

const follow = async (wanted: Partial<FollowUp>, fails = false) =>
  (await followAll(wanted, [world.contactId], fails)).get(world.contactId) ?? 0

test('creates a follow-up about the contact as the system, with an event', async () => {
  const id = await follow({ dueDate: '2026-03-09', assigneeId: world.staffId, priorityId: 4, description: 'Fair' })
  expect(await world.read(id)).toMatchObject({
    Name: 'Ask how it went',
    Description: 'Fair',
    SystemTaskTypeId: '5',
    TaskPriorityId: '4',
    DueDate: '2026-03-09',
    Contact: 'Ada Moreno',
    AuditInfo: { CreatedBy: null },
    TaskData: { AssignedToContact: 'Jo Lind' },
  })
  const where = { tenantId: world.tenantId, entity: 'task', entityId: id }
  expect(await world.server.database.system.outboxEvent.findMany({ where })).toMatchObject([
    { kind: 'task.created', actor: 'system', payload: { contactId: world.contactId } },
  ])
})

test('creates no follow-up if the transaction fails', async () => {
  const before = await world.names()
  await expect(follow({}, true)).rejects.toThrow('what asked for it fails')
  expect(await world.names()).toEqual(before)
})

test('creates none for a contact that is deleted, and rejects an assignee that is not a member of the staff', async () => {
  const gone = await addPerson(world.server.database, world.tenantId)
  await endContact(world.server.database, gone)
  expect([...(await followAll({}, [gone.id, world.contactId])).keys()]).toEqual([world.contactId])
  await expect(follow({ assigneeId: world.contactId })).rejects.toMatchObject({ code: 'unknown-reference' })
})

test('uses the same number of statements for one and for many follow-ups', async () => {
  const { database } = world.server
  const people = await Promise.all(Array.from({ length: 5 }, () => addPerson(database, world.tenantId)))
  const ids = people.map(({ id }) => id)
  const one = await countQueries(database, () => followAll({}, [world.contactId]))
  const many = await countQueries(database, () => followAll({}, ids))
  expect([...many.result.keys()].sort()).toEqual([...ids].sort())
  expect(many.queries).toHaveLength(one.queries.length)
})
