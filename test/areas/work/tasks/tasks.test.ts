import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '#contract/work/projects'
import { expectShape } from '#test/support/server/contract-shape'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('returns a new task as in lists, and stores every field', async () => {
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
})

describe('GET /api/task/items/{taskitemid}/{projectid}/{contactid} (getTask)', () => {
  test('returns an unsaved task with the defaults, the given project and the given contact', async () => {
    const { read, task, admin, save, contactId } = world
    const { ProjectId } = await save<Project>('/api/projects/0', { Name: 'Fair' })
    const inProject = await admin.get(`/api/task/items/0/${ProjectId}/${contactId}`)
    const references = { ProjectId: String(ProjectId), ProjectName: 'Fair', ContactId: String(contactId) }
    expect(inProject.json()).toMatchObject({ TaskItemId: 0, ...references, Contact: 'Ada Moreno' })
    const unsaved = await admin.get(`/api/task/items/0/0/${contactId}`)
    expectShape('getTask', unsaved.json())
    expect(unsaved.json()).toMatchObject({ TaskItemId: 0, AuditId: 0, Contact: 'Ada Moreno', PercentComplete: '0' })
    const made = await read(await task())
    const { TaskTypeId, TaskPriorityId, SystemTaskTypeId, EstimatedHours, TaskItemInfoJson } = unsaved.json()
    expect(made).toMatchObject({ TaskTypeId, TaskPriorityId, SystemTaskTypeId, EstimatedHours, TaskItemInfoJson })
    expect((await admin.get('/api/task/items/0/0/2147480000')).statusCode).toBe(404)
    expect((await admin.get('/api/task/items/0/2147480000/0')).statusCode).toBe(404)
  })
})

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('rejects a new task with a pointer for every fault, and stores nothing', async () => {
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

  test('names the kind of record that each field does not reference', async () => {
    const unknown = '2147480000'
    const references = {
      ContactId: unknown,
      AssignedToContactId: unknown,
      ProjectId: unknown,
      DependentOnTaskId: unknown,
    }
    const messages = async (fields: object) =>
      (await world.tryChange(0, { Name: 'Never', ...fields })).body.errors?.map(({ message }) => message)
    expect(await messages(references)).toEqual(
      ['contact', 'member of the staff', 'project', 'task'].map((what) => `does not reference an existing ${what}`),
    )
    expect(await messages({ TaskTypeId: unknown })).toEqual(['does not reference an existing type of tasks'])
    expect(await messages({ TaskItems: [{ TaskItemId: 0, Name: 'x', AssignedToContactId: unknown }] })).toEqual([
      'does not reference an existing member of the staff',
    ])
  })

  test('keeps fields that are left out, clears null and increments the version', async () => {
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

  test('requires the version that was read, and accepts a task as it was read', async () => {
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

  test('accepts one of many simultaneous changes of one version', async () => {
    const { task, tryChange, read } = world
    const id = await task()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => tryChange(id, { Name: `Writer ${n}`, IsComplete: true }, 1)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect((await read(id)).AuditId).toBe(2)
  })

  test('writes history and events, also of subtasks', async () => {
    const { task, change, server, tenantId, read } = world
    const id = await task({ TaskItems: [{ TaskItemId: 0, Name: 'Part' }] })
    const part = (await read(id)).TaskItems?.[0]?.TaskItemId ?? 0
    await change(id, { Name: 'Told', TaskItems: [{ TaskItemId: part, IsComplete: true }] })
    await change(id, { IsComplete: true })
    await change(id, { Name: 'Told again' })
    await change(id, { IsComplete: false })
    await change(id, { Description: 'Open' })
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
      'task.updated task 4',
      'task.reopened task 5',
      'task.updated task 6',
    ])
    const history = await server.database.system.auditEntry.findMany({
      where: { tenantId, entity: 'task', entityId: id },
    })
    expect(history).toHaveLength(6)
  })

  test('emits task.created for a task that is complete from the start', async () => {
    const id = await world.task({ Name: 'Done before', IsComplete: true })
    expect(await world.trail('task', id)).toMatchObject([{ kind: 'task.created', auditId: 1 }])
  })

  test('records the fields that changed, and emits the references of the task', async () => {
    const { task, change, read, trail, admin, save, contactId, staffId } = world
    const { ProjectId } = await save<Project>('/api/projects/0', { Name: 'Recorded' })
    const own = { ContactId: String(contactId), AssignedToContactId: String(staffId), ProjectId: String(ProjectId) }
    const id = await task({ Name: 'One', ...own, TaskItems: [{ TaskItemId: 0, Name: 'Part' }] })
    const part = (await read(id)).TaskItems?.[0]?.TaskItemId ?? 0
    await change(id, { Name: 'Two', DueDate: '2026-04-01', AssignedToContactId: null })
    await admin.delete(`/api/task/${id}/2`)
    const emitted = { contactId, projectId: ProjectId, assignedToContactId: null }
    expect(await trail('task', id)).toMatchObject([
      {
        kind: 'task.created',
        auditId: 1,
        payload: { name: 'One', ...emitted, assignedToContactId: staffId },
        changes: {
          Name: { old: null, new: 'One' },
          ProjectId: { old: null, new: ProjectId },
          AssignedToContactId: { old: null, new: staffId },
        },
      },
      {
        kind: 'task.updated',
        auditId: 2,
        payload: { name: 'Two', ...emitted },
        changes: { Name: { old: 'One', new: 'Two' }, AssignedToContactId: { old: staffId, new: null } },
      },
      {
        kind: 'task.deleted',
        auditId: 3,
        payload: { name: 'Two', ...emitted },
        changes: { Name: { old: 'Two', new: null }, ContactId: { old: contactId, new: null } },
      },
    ])
    expect(Object.keys((await trail('task', id))[1]?.changes ?? {}).sort()).toEqual([
      'AssignedToContactId',
      'DueDate',
      'Name',
    ])
    expect(await trail('task', part)).toMatchObject([
      { kind: 'task.created', payload: { name: 'Part', ...emitted, parentId: id } },
      { kind: 'task.deleted', auditId: 2, payload: { name: 'Part', ...emitted, parentId: id } },
    ])
  })

  test('selects the given type, else the built-in type of the kind, and rejects an inactive type for other tasks', async () => {
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

describe('GET /api/task/items/{taskitemid}/{projectid}/{contactid} (getTask)', () => {
  test('returns 404 for another project or contact', async () => {
    const { task, admin, contactId, staffId } = world
    const id = await task({ ContactId: String(contactId) })
    expect((await admin.get(`/api/task/items/${id}/0/${contactId}`)).statusCode).toBe(200)
    expect((await admin.get(`/api/task/items/${id}/0/${staffId}`)).statusCode).toBe(404)
    expect((await admin.get(`/api/task/items/${id}/1/${contactId}`)).statusCode).toBe(404)
  })
})
