import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProjectTemplate } from '#contract/work/projects'
import { waitForLocks } from '#test/support/database/wait-for-lock'
import { addPerson } from '#test/support/people/contact-rows'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

const staff = async (lastName: string): Promise<number> =>
  (await addPerson(world.server.database, world.tenantId, { firstName: 'Sam', lastName, isStaff: true })).id

const merge = (winner: number, loser: number) =>
  world.admin.post('/api/contacts/merge', {
    WinnerContactId: winner,
    WinnerAuditId: 1,
    LoserContactId: loser,
    LoserAuditId: 1,
  })

type Call = () => ReturnType<TaskWorld['admin']['post']>

/** Starts the second call after the first has written everything except its history. Returns both. */
const meeting = async (first: Call, second: Call) => {
  const calls = await world.server.database.system.$transaction(async (tx) => {
    await tx.$executeRaw`lock table audit_entry in share mode`
    const one = first()
    await waitForLocks(world.server.database, 1)
    const other = second()
    await waitForLocks(world.server.database, 2)
    return [one, other]
  })
  return Promise.all(calls)
}

const posted =
  (path: string, body: object): Call =>
  () =>
    world.admin.post(path, body)

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('assigns to the winner what is assigned while the assignee is merged', async () => {
    const { ProjectTemplateId } = await world.save<ProjectTemplate>('/api/projecttemplates/0', {
      Name: 'Fair',
      Tasks: [{ Name: 'x' }],
    })
    const ways: [string, (loser: number) => object][] = [
      ['/api/task/items/0', (loser) => ({ Name: 'x', AssignedToContactId: String(loser) })],
      [
        '/api/task/items/0',
        (loser) => ({ Name: 'x', TaskItems: [{ TaskItemId: 0, Name: 'part', AssignedToContactId: String(loser) }] }),
      ],
      ['/api/projects/0', (loser) => ({ Name: 'x', ManagerContactId: loser })],
      [`/api/projecttemplates/${ProjectTemplateId}/projects`, (loser) => ({ AssignedToContactId: loser })],
      [`/api/projecttemplates/${ProjectTemplateId}/projects`, (loser) => ({ ManagerContactId: loser })],
    ]
    const { taskItem, project } = world.server.database.system
    for (const [n, [path, body]] of ways.entries()) {
      const winner = await staff(`Winner ${n}`)
      const loser = await staff(`Loser ${n}`)
      const [made, merged] = await meeting(posted(path, body(loser)), () => merge(winner, loser))
      expect([made?.statusCode, merged?.statusCode], made?.body).toEqual([200, 200])
      expect(await taskItem.count({ where: { tenantId: world.tenantId, assigneeId: loser } })).toBe(0)
      expect(await project.count({ where: { tenantId: world.tenantId, managerId: loser } })).toBe(0)
      const found = await taskItem.count({ where: { tenantId: world.tenantId, assigneeId: winner } })
      expect(found + (await project.count({ where: { tenantId: world.tenantId, managerId: winner } }))).toBe(1)
    }
  })

  test('keeps the assignee of a subtask that a merge changes at the same time', async () => {
    const winner = await staff('Heir')
    const loser = await staff('Giver')
    const part = { TaskItemId: 0, Name: 'part', AssignedToContactId: String(loser) }
    const id = await world.task({ TaskItems: [part] })
    const { AuditId, TaskItems } = await world.read(id)
    const renamed = { AuditId, TaskItems: [{ TaskItemId: TaskItems?.[0]?.TaskItemId, Name: 'renamed' }] }
    const [merged, saved] = await meeting(() => merge(winner, loser), posted(`/api/task/items/${id}`, renamed))
    expect([merged?.statusCode, saved?.statusCode], saved?.body).toEqual([200, 200])
    expect((await world.read(id)).TaskItems).toMatchObject([{ Name: 'renamed', AssignedToContactId: String(winner) }])
  })
})

describe('DELETE /api/task/{taskitemid}/{auditid} (deleteTask)', () => {
  test('writes each version once to the history of a dependent task that is changed at the same time', async () => {
    const first = await world.task()
    const second = await world.task({ DependentOnTaskId: String(first) })
    const [saved, gone] = await meeting(posted(`/api/task/items/${second}`, { AuditId: 1, Name: 'Later' }), () =>
      world.admin.delete(`/api/task/${first}/1`),
    )
    expect([saved?.statusCode, gone?.statusCode], gone?.body).toEqual([200, 200])
    expect(await world.read(second)).toMatchObject({ AuditId: 3, Name: 'Later', DependentOnTaskId: null })
    const { system } = world.server.database
    const where = { tenantId: world.tenantId, entity: 'task', entityId: second }
    const history = await system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
    expect(history.map(({ auditId }) => auditId)).toEqual([1, 2, 3])
  })
})
