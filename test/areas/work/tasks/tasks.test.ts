import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectShape } from '#test/support/contract-shape'
import { openTaskWorld, type TaskWorld } from '#test/support/api/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

describe('a new task', () => {
  test('is answered as lists show it and read back whole', async () => {
    const { save, read, contactId, staffId } = world
    const row = await save('/api/task/items/0', {
      AssignedToContactId: String(staffId),
      Name: '  Call about   renewal ',
      Description: 'Ask for the <invoice>.',
      TaskPriorityId: '3',
      SystemTaskTypeId: '2',
      StartDate: '2026-03-02',
      DueDate: '2026-03-06',
      EstimatedHours: 0.505,
      ContactId: String(contactId),
      TaskItemInfoJson: '{"a": [1, "x"]}',
      TaskItems: [{ TaskItemId: 0, Name: 'Look up the last invoice', AssignedToContactId: String(staffId) }],
    })
    expectShape('saveTask', row)
    expect(row).toEqual({
      TaskItemId: expect.any(Number),
      ContactCount: '1',
      ContactId: String(contactId),
      Name: 'Call about renewal',
      TaskPriorityId: '3',
      TaskPriority: 'High',
      SystemTaskTypeId: '2',
      TaskType: 'Call',
      Contact: 'Ada Moreno',
      AssignedToContactId: String(staffId),
      AssignedToContact: 'Jo Lind',
      StartDate: '2026-03-02',
      DueDate: '2026-03-06',
      CompletedDate: null,
      PercentComplete: '0',
      ProjectId: null,
      ProjectName: null,
      EventId: null,
      EventName: null,
      TaskItemInfoJson: '{"a": [1, "x"]}',
      TotalRecordAvailable: 1,
    })
    const task = await read(row.TaskItemId)
    expectShape('getTask', task)
    expect(task).toMatchObject({
      AuditId: 1,
      Name: 'Call about renewal',
      Description: 'Ask for the <invoice>.',
      EstimatedHours: 0.51,
      IsComplete: false,
      AuditInfo: { CreatedBy: 'test', ModifiedBy: 'test', CreatedDate: '2026-03-04T12:00:00.000Z' },
      TaskItems: [
        { Name: 'Look up the last invoice', AssignedToContactId: String(staffId), DueDate: null, IsComplete: false },
      ],
      TaskData: { IsOverdue: false, ParentTaskItemId: null, OpenTaskItemCount: 1, AssignedToContact: 'Jo Lind' },
    })
    const subtask = await read(task.TaskItems?.[0]?.TaskItemId ?? 0)
    expect(subtask).toMatchObject({ ContactId: String(contactId), TaskData: { ParentTaskItemId: row.TaskItemId } })
  })

  test('starts from defaults, which the unsaved one shows with the contact that is named', async () => {
    const { read, task, admin, contactId } = world
    const unsaved = await admin.get(`/api/task/items/0/0/${contactId}`)
    expectShape('getTask', unsaved.json())
    expect(unsaved.json()).toMatchObject({ TaskItemId: 0, AuditId: 0, Contact: 'Ada Moreno', PercentComplete: '0' })
    const made = await read(await task())
    const { TaskTypeId, TaskPriorityId, SystemTaskTypeId, EstimatedHours, TaskItemInfoJson } = unsaved.json()
    expect(made).toMatchObject({ TaskTypeId, TaskPriorityId, SystemTaskTypeId, EstimatedHours, TaskItemInfoJson })
    expect((await admin.get('/api/task/items/0/0/2147480000')).statusCode).toBe(404)
    expect((await admin.get('/api/task/items/0/2147480000/0')).statusCode).toBe(404)
  })

  test('is refused with every place that does not fit, and nothing is kept', async () => {
    const { tryChange, names } = world
    const before = await names()
    const refused = async (fields: object) => {
      const { status, body } = await tryChange(0, { Name: 'Never', ...fields })
      expect(status, JSON.stringify(body)).toBe(422)
      return [body.code, ...(body.errors ?? []).map(({ pointer }) => pointer)]
    }
    expect(await refused({ Name: ' ' })).toEqual(['name-needed', '/Name'])
    expect(await refused({ StartDate: '2026-03-06', DueDate: '2026-03-05', CompletedDate: '2026-03-05' })).toEqual([
      'task-rule',
      '/DueDate',
      '/CompletedDate',
    ])
    expect(await refused({ TaskItemInfoJson: '[1]' })).toEqual(['task-rule', '/TaskItemInfoJson'])
    expect(await refused({ ContactId: '2147480000', AssignedToContactId: String(world.contactId) })).toEqual([
      'unknown-reference',
      '/ContactId',
      '/AssignedToContactId',
    ])
    expect(await refused({ ProjectId: '9999999999', DependentOnTaskId: '2147480000' })).toEqual([
      'unknown-reference',
      '/ProjectId',
      '/DependentOnTaskId',
    ])
    expect(await refused({ TaskTypeId: '2147480000' })).toEqual(['unknown-reference', '/TaskTypeId'])
    expect(await refused({ TaskItems: [{ TaskItemId: 0, Name: '' }] })).toEqual(['name-needed', '/TaskItems/0/Name'])
    expect(await refused({ TaskItems: [{ TaskItemId: 17, Name: 'Foreign' }] })).toEqual([
      'unknown-reference',
      '/TaskItems/0/TaskItemId',
    ])
    expect(await names()).toEqual(before)
  })
})

describe('a change', () => {
  test('leaves what is not sent, clears what is null, and raises the version', async () => {
    const { task, change, read, contactId, staffId } = world
    const id = await task({ Description: 'Long', ContactId: String(contactId), AssignedToContactId: String(staffId) })
    await change(id, { AssignedToContactId: null, DueDate: '2026-04-01' })
    expect(await read(id)).toMatchObject({
      AuditId: 2,
      Description: 'Long',
      ContactId: String(contactId),
      AssignedToContactId: null,
      DueDate: '2026-04-01',
    })
  })

  test('needs the version that was read; what was read can be sent back', async () => {
    const { task, read, tryChange, admin } = world
    const id = await task({ TaskItems: [{ TaskItemId: 0, Name: 'Part' }], DueDate: '2026-04-01' })
    const first = await read(id)
    expect(await tryChange(id, { Name: 'No version' }, 0)).toMatchObject({ status: 409, body: { AuditId: 1 } })
    expect((await tryChange(id, { ...first, Name: 'Renamed' })).status).toBe(200)
    expect(await tryChange(id, { Name: 'Stale' }, 1)).toMatchObject({ status: 409, body: { AuditId: 2 } })
    const ifMatch = await admin.post(`/api/task/items/${id}`, { Name: 'x' }, { 'if-match': '"1"' })
    expect(ifMatch.statusCode).toBe(412)
    const second = await read(id)
    expect({ ...second, AuditInfo: null }).toEqual({ ...first, Name: 'Renamed', AuditId: 2, AuditInfo: null })
  })

  test('of many under one version goes through once', async () => {
    const { task, tryChange, read } = world
    const id = await task()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => tryChange(id, { Name: `Writer ${n}`, IsComplete: true }, 1)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect((await read(id)).AuditId).toBe(2)
  })

  test('is written in the history and told, subtasks too', async () => {
    const { task, change, server, tenantId, read } = world
    const id = await task({ TaskItems: [{ TaskItemId: 0, Name: 'Part' }] })
    const part = (await read(id)).TaskItems?.[0]?.TaskItemId ?? 0
    await change(id, { Name: 'Told', TaskItems: [{ TaskItemId: part, IsComplete: true }] })
    await change(id, { IsComplete: true })
    await change(id, { IsComplete: false })
    const events = await server.database.system.outboxEvent.findMany({
      where: { tenantId, entity: 'task', entityId: { in: [id, part] } },
      orderBy: { id: 'asc' },
    })
    expect(
      events.map(({ kind, entityId, auditId }) => `${kind} ${entityId === id ? 'task' : 'part'} ${auditId}`),
    ).toEqual([
      'task.created task 1',
      'task.created part 1',
      'task.updated task 2',
      'task.completed part 2',
      'task.completed task 3',
      'task.reopened task 4',
    ])
    const history = await server.database.system.auditEntry.findMany({
      where: { tenantId, entity: 'task', entityId: id },
    })
    expect(history).toHaveLength(4)
  })
})

describe('the type of a task', () => {
  test('is the one named, else the built-in one of the kind; an inactive one is given to no other task', async () => {
    const { save, task, read, change, tryChange, admin } = world
    const types: { Name: string; TaskTypeId: number }[] = (await admin.get('/api/task/types/all')).json()
    const builtIn = (name: string) => String(types.find(({ Name }) => Name === name)?.TaskTypeId)
    const welcome = await save<{ TaskTypeId: number }>('/api/task/types/0', {
      Name: 'Welcome call',
      SystemTaskTypeId: '2',
    })
    const id = await task({ TaskTypeId: String(welcome.TaskTypeId) })
    expect(await read(id)).toMatchObject({ TaskTypeId: String(welcome.TaskTypeId), SystemTaskTypeId: '2' })
    await change(id, { SystemTaskTypeId: '2' })
    expect((await read(id)).TaskTypeId).toBe(String(welcome.TaskTypeId))
    expect(await read(await task({ TaskTypeId: '0', SystemTaskTypeId: '3' }))).toMatchObject({ SystemTaskTypeId: '3' })
    expect(await read(await task({ TaskTypeId: '0' }))).toMatchObject({ SystemTaskTypeId: '1' })
    await change(id, { TaskTypeId: '0' })
    const call = { TaskTypeId: builtIn('Call'), SystemTaskTypeId: '2' }
    expect(await read(id)).toMatchObject(call)
    await change(id, { TaskTypeId: '0', SystemTaskTypeId: '2' })
    expect(await read(id)).toMatchObject(call)
    await change(id, { TaskTypeId: String(welcome.TaskTypeId) })
    await save(`/api/task/types/${welcome.TaskTypeId}`, { AuditId: 1, IsActive: false })
    await change(id, { TaskTypeId: String(welcome.TaskTypeId), Name: 'Keeps it' })
    expect((await tryChange(0, { Name: 'New', TaskTypeId: String(welcome.TaskTypeId) })).body.code).toBe(
      'type-inactive',
    )
    await change(id, { TaskTypeId: null, SystemTaskTypeId: '3' })
    expect(await read(id)).toMatchObject({ TaskTypeId: builtIn('Meeting'), SystemTaskTypeId: '3' })
  })
})

test('a task is answered at its own place alone', async () => {
  const { task, admin, contactId, staffId } = world
  const id = await task({ ContactId: String(contactId) })
  expect((await admin.get(`/api/task/items/${id}/0/${contactId}`)).statusCode).toBe(200)
  expect((await admin.get(`/api/task/items/${id}/0/${staffId}`)).statusCode).toBe(404)
  expect((await admin.get(`/api/task/items/${id}/1/${contactId}`)).statusCode).toBe(404)
})
