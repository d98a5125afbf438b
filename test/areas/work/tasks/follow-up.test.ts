import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFollowUp, type FollowUp } from '../../../../src/areas/work/tasks/saving/follow-up.service.ts'
import { systemScope } from '../../../../src/kernel/outbox/deliver.ts'
import { addPerson, endContact } from '../../../support/contacts.ts'
import { openTaskWorld, type TaskWorld } from './tasks-api.ts'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

const follow = async (wanted: Partial<FollowUp>, fails = false) => {
  const { server, tenantId, clock, contactId } = world
  const scope = await systemScope({ database: server.database, clock, log: server.app.log }, tenantId)
  return scope.db.transaction(async (tx) => {
    const id = await createFollowUp(scope, tx, { contactId, name: 'Ask how it went', ...wanted })
    if (fails) throw new Error('what asked for it fails')
    return id
  })
}

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

test('it is refused about a contact that is gone, and for somebody who is no member of the staff', async () => {
  const gone = await addPerson(world.server.database, world.tenantId)
  await endContact(world.server.database, gone)
  await expect(follow({ contactId: gone.id })).rejects.toMatchObject({ code: 'unknown-reference' })
  await expect(follow({ assigneeId: world.contactId })).rejects.toMatchObject({ code: 'unknown-reference' })
})
