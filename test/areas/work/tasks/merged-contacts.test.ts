import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

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

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('keeps tasks and subtasks with the winner after a merge of their contact', async () => {
    const winner = await person('Winner')
    const loser = await person('Loser')
    const id = await world.task({ ContactId: String(loser), TaskItems: [{ TaskItemId: 0, Name: 'part' }] })
    expect([await openTasks(winner), await openTasks(loser)]).toEqual([0, 2])
    const merged = await merge(winner, loser)
    expect(merged.statusCode, merged.body).toBe(200)
    const task = await world.read(id)
    expect(task).toMatchObject({ ContactId: String(winner), Contact: 'Eve Winner' })
    expect((await world.read(task.TaskItems?.[0]?.TaskItemId ?? 0)).ContactId).toBe(String(winner))
    expect(await openTasks(winner)).toBe(2)
  })

  test('saves for the winner a task that was read before the merge of its contact', async () => {
    const winner = await person('Mover')
    const loser = await person('Moved')
    const id = await world.task({ ContactId: String(loser), AssignedToContactId: String(world.staffId) })
    const before = await world.read(id)
    expect((await merge(winner, loser)).statusCode).toBe(200)
    await world.change(id, { ...before, Name: 'Renamed' })
    expect(await world.read(id)).toMatchObject({ Name: 'Renamed', ContactId: String(winner) })
  })

  test('moves a task to the winner, or rejects it, if its contact is merged at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const winner = await person(`W${round}`)
      const loser = await person(`L${round}`)
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

  test('accepts an unchanged deleted contact, and rejects a new reference to one', async () => {
    const gone = await person('Gone')
    const id = await world.task({ ContactId: String(gone) })
    expect((await world.admin.delete(`/api/contacts/${gone}/1`)).statusCode).toBe(200)
    await world.change(id, { ...(await world.read(id)), IsComplete: true })
    expect(await world.read(id)).toMatchObject({ IsComplete: true, ContactId: null, Contact: null })
    expect((await world.admin.post(`/api/contacts/${gone}/restore/2`)).statusCode).toBe(200)
    expect((await world.read(id)).ContactId).toBe(String(gone))
    expect((await world.admin.delete(`/api/contacts/${gone}/3`)).statusCode).toBe(200)
    expect((await world.tryChange(0, { Name: 'x', ContactId: String(gone) })).body.code).toBe('unknown-reference')
  })

  test('creates one task if a request is repeated with its Idempotency-Key', async () => {
    const save = () => world.admin.post('/api/task/items/0', { Name: 'Only once' }, { 'idempotency-key': 'once' })
    const first = await save()
    const again = await save()
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(again.json()).toEqual(first.json())
    expect(await world.names({ Criteria: 'only once' })).toEqual(['Only once'])
  })
})
