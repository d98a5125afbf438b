import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectShape } from '#test/support/server/contract-shape'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

interface Type {
  TaskTypeId: number
  Name: string
}

describe('types of tasks', () => {
  const make = (fields: object) => world.save<Type>('/api/task/types/0', { SystemTaskTypeId: '2', ...fields })
  const code = async (id: number, body: object) => {
    const answer = await world.admin.post(`/api/task/types/${id}`, body)
    return [answer.statusCode, answer.json().code]
  }

  describe('GET /api/task/types/all (listTaskTypes)', () => {
    test('returns the built-in type of each kind and the own types, by kind and name', async () => {
      const names = async (path: string) => (await world.admin.get(path)).json().map(({ Name }: Type) => Name)
      expect(await names('/api/task/types/all')).toEqual(['To do', 'Call', 'Meeting', 'Email', 'Follow-up'])
      const made = await make({ Name: ' Annual  call ', CssColor: '#2f6fde', Description: 'Once a year.' })
      expectShape('saveTaskType', made)
      expect(made).toEqual({
        TaskTypeId: expect.any(Number),
        Name: 'Annual call',
        SystemTaskTypeId: '2',
        IsActive: true,
        CssColor: '#2f6fde',
        Description: 'Once a year.',
      })
      expect((await world.admin.get('/api/task/types/all')).json()).toContainEqual(made)
      await make({ Name: 'Old call', IsActive: false })
      expect(await names('/api/task/types/all')).toEqual([
        'To do',
        'Annual call',
        'Call',
        'Old call',
        'Meeting',
        'Email',
        'Follow-up',
      ])
      const lookup = (await world.admin.get('/api/task/types/lookup')).json()
      expectShape('lookupTaskTypes', lookup)
      expect(lookup[1]).toMatchObject({ Id: made.TaskTypeId, ExtraData: '2', CssColor: '#2f6fde', Order: 2 })
      expect(lookup.map(({ Name }: Type) => Name)).not.toContain('Old call')
      const one = await world.admin.get(`/api/task/types/${made.TaskTypeId}`)
      expectShape('getTaskType', one.json())
      expect([one.headers.etag, one.json().Description]).toEqual(['"1"', 'Once a year.'])
    })
  })

  describe('POST /api/task/types/{tasktypeid} (saveTaskType)', () => {
    test('rejects a missing name or kind, a name that is already in use and a stale version', async () => {
      const { TaskTypeId: id } = await make({ Name: 'Taken' })
      expect(await code(0, { SystemTaskTypeId: '1', Name: 'TAKEN' })).toEqual([409, 'duplicate'])
      expect(await code(0, { SystemTaskTypeId: '1' })).toEqual([422, 'name-needed'])
      expect(await code(0, { Name: 'Kindless' })).toEqual([422, 'task-rule'])
      expect(await code(id, { AuditId: 7, Name: 'x' })).toEqual([409, 'stale-audit-id'])
      expect(await code(2147480000, { AuditId: 1, Name: 'x' })).toEqual([404, 'not-found'])
      const both = await Promise.all([1, 2].map(() => code(0, { Name: 'At once', SystemTaskTypeId: '1' })))
      expect(both.map(([status]) => status).sort()).toEqual([200, 409])
    })
  })

  describe('DELETE /api/task/types/{tasktypeid}/{auditid} (deleteTaskType)', () => {
    test('returns 409 for a type in use and for a built-in type, whose kind cannot change either', async () => {
      const { TaskTypeId: id } = await make({ Name: 'Kind' })
      await world.save(`/api/task/types/${id}`, { AuditId: 1, SystemTaskTypeId: '3' })
      const task = await world.task({ TaskTypeId: String(id) })
      expect(await code(id, { AuditId: 2, SystemTaskTypeId: '4' })).toEqual([409, 'in-use'])
      expect((await world.admin.delete(`/api/task/types/${id}/2`)).json().code).toBe('in-use')
      const types: Type[] = (await world.admin.get('/api/task/types/all')).json()
      const todo = types.find(({ Name }) => Name === 'To do') ?? { TaskTypeId: 0 }
      expect(await code(todo.TaskTypeId, { AuditId: 1, SystemTaskTypeId: '3' })).toEqual([409, 'system-record'])
      expect((await world.admin.delete(`/api/task/types/${todo.TaskTypeId}/1`)).json().code).toBe('system-record')
      expect(await code(todo.TaskTypeId, { AuditId: 1, Name: 'Chore' })).toEqual([200, undefined])
      await world.admin.delete(`/api/task/${task}/1`)
      expect((await world.admin.delete(`/api/task/types/${id}/1`)).statusCode).toBe(409)
      expect((await world.admin.delete(`/api/task/types/${id}/2`)).statusCode).toBe(200)
      expect((await world.admin.get(`/api/task/types/${id}`)).statusCode).toBe(404)
    })
  })
})

describe('POST /api/task/types/{tasktypeid} (saveTaskType)', () => {
  test('records each change of a type with its name', async () => {
    const fields = { Description: 'Outside', CssColor: '#0f766e' }
    const { TaskTypeId: id } = await world.save<Type>('/api/task/types/0', {
      Name: 'Tour',
      SystemTaskTypeId: '3',
      ...fields,
    })
    await world.save(`/api/task/types/${id}`, { AuditId: 1, Name: 'Visit', IsActive: false, SystemTaskTypeId: '2' })
    await world.admin.delete(`/api/task/types/${id}/2`)
    const payload = { name: 'Visit' }
    const pair = (old: unknown, now: unknown) => ({ old, new: now })
    const fixed = { Description: 'Outside', CssColor: '#0f766e' }
    const all = (from: (value: unknown) => object, values: object) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, from(value)]))
    expect(await world.trail('tasktype', id)).toEqual([
      {
        kind: 'tasktype.created',
        auditId: 1,
        payload: { name: 'Tour' },
        changes: all((value) => pair(null, value), { ...fixed, KindId: 3, Name: 'Tour', IsActive: true }),
      },
      {
        kind: 'tasktype.updated',
        auditId: 2,
        payload,
        changes: { KindId: pair(3, 2), Name: pair('Tour', 'Visit'), IsActive: pair(true, false) },
      },
      {
        kind: 'tasktype.deleted',
        auditId: 3,
        payload,
        changes: all((value) => pair(value, null), { ...fixed, KindId: 2, Name: 'Visit' }),
      },
    ])
  })
})

describe('GET /api/task/priorities/lookup (lookupTaskPriorities)', () => {
  test('returns four priorities, with Medium selected', async () => {
    const priorities = (await world.admin.get('/api/task/priorities/lookup')).json()
    expectShape('lookupTaskPriorities', priorities)
    expect(priorities.map(({ Name, IsSelected }: { Name: string; IsSelected: boolean }) => [Name, IsSelected])).toEqual(
      [
        ['Low', false],
        ['Medium', true],
        ['High', false],
        ['Urgent', false],
      ],
    )
  })
})

describe('GET /api/task/types/{tasktypeid} (getTaskType)', () => {
  test('returns one type with its version', async () => {
    const type = { Name: 'Site visit', SystemTaskTypeId: '3', Description: 'Outside', CssColor: '#0f766e' }
    const { TaskTypeId } = await world.save<Type>('/api/task/types/0', type)
    const response = await world.admin.get(`/api/task/types/${TaskTypeId}`)
    expect(response.json()).toEqual({ TaskTypeId, AuditId: 1, ...type, IsActive: true })
    expect(response.headers.etag).toBe('"1"')
    expect((await world.admin.get('/api/task/types/2147480000')).statusCode).toBe(404)
  })
})

describe('GET /api/task/types/lookup (lookupTaskTypes)', () => {
  test('returns active types only, with their kind', async () => {
    const create = (Name: string, IsActive: boolean) =>
      world.save<Type>('/api/task/types/0', { Name, IsActive, SystemTaskTypeId: '4' })
    const active = await create('Newsletter', true)
    const inactive = await create('Fax', false)
    const choices: { Id: number; ExtraData: string }[] = (await world.admin.get('/api/task/types/lookup')).json()
    expect(choices.find(({ Id }) => Id === active.TaskTypeId)?.ExtraData).toBe('4')
    expect(choices.map(({ Id }) => Id)).not.toContain(inactive.TaskTypeId)
  })
})

describe('POST /api/task/types/{tasktypeid} (saveTaskType)', () => {
  test('returns 422 too-many after 200 types', async () => {
    const { admin, tenantId, server } = world
    const { taskType } = server.database.system
    const count = await taskType.count({ where: { tenantId } })
    const filler = (n: number) => ({ tenantId, kindId: 1, name: `Filler ${n}`, nameKey: `filler ${n}` })
    await taskType.createMany({ data: Array.from({ length: 199 - count }, (_, n) => filler(n)) })
    const last = await world.save<Type>('/api/task/types/0', { Name: 'Last', SystemTaskTypeId: '1' })
    const refused = await admin.post('/api/task/types/0', { Name: 'One more', SystemTaskTypeId: '1' })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'too-many'])
    await world.save(`/api/task/types/${last.TaskTypeId}`, { AuditId: 1, Name: 'The last' })
    await taskType.deleteMany({ where: { tenantId, name: { startsWith: 'Filler' } } })
  })
})
