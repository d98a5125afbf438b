import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFollowUps, type FollowUp } from '#areas/work/tasks/follow-ups/follow-ups.service'
import { systemScope } from '#kernel/outbox/deliver'
import { addPerson, endContact } from '#test/support/contacts'
import { countQueries } from '#test/support/count-queries'
import { openTaskWorld, type TaskWorld } from '#test/support/api/tasks'

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

test('a follow-up is a task of that kind about the contact, made by the system and told like any other', async () => {
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

test('it is not there where what asked for it fails', async () => {
  const before = await world.names()
  await expect(follow({}, true)).rejects.toThrow('what asked for it fails')
  expect(await world.names()).toEqual(before)
})

test('there is none about a contact that is gone, and it is refused for somebody who is no member of the staff', async () => {
  const gone = await addPerson(world.server.database, world.tenantId)
  await endContact(world.server.database, gone)
  expect([...(await followAll({}, [gone.id, world.contactId])).keys()]).toEqual([world.contactId])
  await expect(follow({ assigneeId: world.contactId })).rejects.toMatchObject({ code: 'unknown-reference' })
})

test('many are made by as many statements as one', async () => {
  const { database } = world.server
  const people = await Promise.all(Array.from({ length: 5 }, () => addPerson(database, world.tenantId)))
  const ids = people.map(({ id }) => id)
  const one = await countQueries(database, () => followAll({}, [world.contactId]))
  const many = await countQueries(database, () => followAll({}, ids))
  expect([...many.result.keys()].sort()).toEqual([...ids].sort())
  expect(many.queries).toHaveLength(one.queries.length)
})
