import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTaskWorld, type TaskWorld } from '#test/support/api/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

const person = async (LastName: string): Promise<number> =>
  (await world.save<{ ContactId: number }>('/api/contacts/person/0', { FirstName: 'Eve', LastName, forceSave: true }))
    .ContactId
const openTasks = async (id: number) =>
  (await world.admin.get(`/api/contacts/PersonSummary/${id}`)).json().OpenTaskCount
const merge = (winner: number, loser: number) =>
  world.admin.post('/api/contacts/merge', {
    WinnerContactId: winner,
    WinnerAuditId: 1,
    LoserContactId: loser,
    LoserAuditId: 1,
  })

test('the tasks about a contact that is merged are about the winner, subtasks too', async () => {
  const [winner, loser] = [await person('Winner'), await person('Loser')]
  const id = await world.task({ ContactId: String(loser), TaskItems: [{ TaskItemId: 0, Name: 'part' }] })
  expect([await openTasks(winner), await openTasks(loser)]).toEqual([0, 2])
  const merged = await merge(winner, loser)
  expect(merged.statusCode, merged.body).toBe(200)
  const task = await world.read(id)
  expect(task).toMatchObject({ ContactId: String(winner), Contact: 'Eve Winner' })
  expect((await world.read(task.TaskItems?.[0]?.TaskItemId ?? 0)).ContactId).toBe(String(winner))
  expect(await openTasks(winner)).toBe(2)
})

test('a task that a merge has moved is not moved back by who read it before', async () => {
  const [winner, loser] = [await person('Mover'), await person('Moved')]
  const id = await world.task({ ContactId: String(loser), AssignedToContactId: String(world.staffId) })
  const before = await world.read(id)
  expect((await merge(winner, loser)).statusCode).toBe(200)
  expect(await world.tryChange(id, before)).toMatchObject({
    status: 422,
    body: {
      code: 'unknown-reference',
      errors: [{ pointer: '/ContactId', message: 'does not reference an existing contact' }],
    },
  })
  await world.change(id, { AuditId: before.AuditId, Name: 'Renamed' })
  expect(await world.read(id)).toMatchObject({ Name: 'Renamed', ContactId: String(winner) })
})

test('a task made while its contact is merged is the winner’s, or is refused: none stays with who is gone', async () => {
  for (let round = 0; round < 8; round++) {
    const [winner, loser] = [await person(`W${round}`), await person(`L${round}`)]
    const [made, merged] = await Promise.all([
      world.tryChange(0, { Name: 'Race', ContactId: String(loser) }),
      merge(winner, loser),
    ])
    expect(merged.statusCode, merged.body).toBe(200)
    expect([200, 422]).toContain(made.status)
    expect(await openTasks(winner)).toBe(made.status === 200 ? 1 : 0)
    const where = { tenantId: world.tenantId, contactId: loser }
    expect(await world.server.database.system.taskItem.count({ where })).toBe(0)
  }
})

test('a task about a contact that was deleted can be changed, and is given no other such', async () => {
  const gone = await person('Gone')
  const id = await world.task({ ContactId: String(gone) })
  expect((await world.admin.delete(`/api/contacts/${gone}/1`)).statusCode).toBe(200)
  await world.change(id, { ...(await world.read(id)), IsComplete: true })
  expect((await world.read(id)).IsComplete).toBe(true)
  expect((await world.tryChange(0, { Name: 'x', ContactId: String(gone) })).body.code).toBe('unknown-reference')
})

test('a save that is repeated under its Idempotency-Key makes one task', async () => {
  const save = () => world.admin.post('/api/task/items/0', { Name: 'Only once' }, { 'idempotency-key': 'once' })
  const first = await save()
  const again = await save()
  expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(again.json()).toEqual(first.json())
  expect(await world.names({ Criteria: 'only once' })).toEqual(['Only once'])
})
