import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findInCycle } from '#areas/work/tasks/templates/templates.model'
import type { Project, ProjectTemplate } from '#contract/work/projects'
import type { TaskRow, TemplateMilestone } from '#contract/work/tasks'
import { openTaskWorld, type TaskWorld } from '#test/support/api/tasks'
import { expectShape } from '#test/support/contract-shape'
import { countQueries } from '#test/support/count-queries'

let world: TaskWorld
beforeAll(async () => {
  // The 5th already in Auckland.
  world = await openTaskWorld('2026-03-04T12:00:00Z', 'Pacific/Auckland')
})
afterAll(() => world.server.close())

let made = 0
const template = (fields: object = {}) =>
  world.save<ProjectTemplate>('/api/projecttemplates/0', { Name: `Template ${++made}`, ...fields })
const refused = async (path: string, body: object) => {
  const answer = await world.admin.post(path, body)
  return [answer.statusCode, answer.json().code, answer.json().errors?.[0]?.pointer]
}

const FAIR = {
  Description: 'Booths and a dinner',
  Milestones: [{ Name: 'Venue booked' }, { Name: 'Hall opens' }],
  Tasks: [
    { Name: 'Ask for offers', StartDay: 0, DueDay: 14, MilestoneName: 'venue BOOKED', EstimatedHours: 2.5 },
    { Name: 'Sign', DueDay: 30, DependentOnNumber: 1, MilestoneName: 'Venue booked', TaskPriorityId: 3 },
    { Name: 'Visit the venue', DueDay: 12, ParentNumber: 1, DependentOnNumber: 4 },
    { Name: 'Review', StartDay: -7 },
  ],
}

describe('POST /api/projecttemplates/{projecttemplateid} (saveProjectTemplate)', () => {
  test('creates, returns, changes and deletes a template with milestones and tasks', async () => {
    const saved = await template({ Name: 'Fair', ...FAIR })
    expectShape('saveProjectTemplate', saved)
    const path = `/api/projecttemplates/${saved.ProjectTemplateId}`
    const read = await world.admin.get(path)
    expect([read.json(), read.headers.etag]).toEqual([saved, '"1"'])
    expect(saved.Tasks?.map((task) => [task.Number, task.Name, task.MilestoneName, task.DueDay])).toEqual([
      [1, 'Ask for offers', 'Venue booked', 14],
      [2, 'Sign', 'Venue booked', 30],
      [3, 'Visit the venue', null, 12],
      [4, 'Review', null, null],
    ])
    await world.save(path, { AuditId: 1, Description: null })
    expect((await world.admin.get(path)).json()).toMatchObject({ AuditId: 2, Description: null, Tasks: saved.Tasks })
    await world.save(path, { ...saved, AuditId: 2, Tasks: saved.Tasks?.slice(0, 1) })
    const list = (await world.admin.get('/api/projecttemplates')).json()
    expectShape('listProjectTemplates', list)
    expect(list).toContainEqual(expect.objectContaining({ Name: 'Fair', MilestoneCount: 2, TaskCount: 1 }))
    expect((await world.admin.delete(`${path}/2`)).statusCode).toBe(409)
    expect((await world.admin.delete(`${path}/3`)).statusCode).toBe(200)
    expect((await world.admin.get(path)).statusCode).toBe(404)
  })

  test('finds the milestones of tasks by name, ignoring case and spaces', async () => {
    const { Milestones, Tasks } = await template({
      Name: 'Blanks',
      Milestones: [{ Name: ' Hall  opens ' }],
      Tasks: [
        { Name: 'a', MilestoneName: 'hall   OPENS ' },
        { Name: 'b', MilestoneName: '  ' },
      ],
    })
    expect([Milestones?.[0]?.Name, Tasks?.[0]?.MilestoneName, Tasks?.[1]?.MilestoneName]).toEqual([
      'Hall opens',
      'Hall opens',
      null,
    ])
  })

  test('rejects fields that are not valid', async () => {
    await template({ Name: 'Taken' })
    const at = (fields: object) => refused('/api/projecttemplates/0', { Name: 'New', ...fields })
    expect(await at({ Name: 'TAKEN' })).toEqual([409, 'duplicate', undefined])
    expect(await at({ Name: null })).toEqual([422, 'name-needed', '/Name'])
    expect(await at({ Milestones: [{ Name: 'a' }, { Name: 'A' }] })).toEqual([422, 'task-rule', '/Milestones/1/Name'])
    const one = (task: object) => at({ Tasks: [{ Name: 'First' }, { Name: 'Second', ...task }] })
    expect(await one({ Name: '' })).toEqual([422, 'name-needed', '/Tasks/1/Name'])
    expect(await one({ StartDay: 3, DueDay: 2 })).toEqual([422, 'task-rule', '/Tasks/1/DueDay'])
    expect(await one({ MilestoneName: 'None' })).toEqual([422, 'task-rule', '/Tasks/1/MilestoneName'])
    expect(await one({ ParentNumber: 2 })).toEqual([422, 'task-rule', '/Tasks/1/ParentNumber'])
    expect(await one({ DependentOnNumber: 3 })).toEqual([422, 'task-rule', '/Tasks/1/DependentOnNumber'])
    expect(await one({ TaskTypeId: 2147480000 })).toEqual([422, 'unknown-reference', '/Tasks/1/TaskTypeId'])
    expect(await one({ ParentNumber: 1, DependentOnNumber: 1 })).toEqual([422, 'dependency-cycle', '/Tasks/0'])
    const deep = [{ Name: 'a' }, { Name: 'b', ParentNumber: 1 }, { Name: 'c', ParentNumber: 2 }]
    expect(await at({ Tasks: deep })).toEqual([422, 'task-rule', '/Tasks/2/ParentNumber'])
  })
})

describe('POST /api/task/template/milestones/addedit (saveTemplateMilestone)', () => {
  test('adds and renames milestones, which can be looked up and deleted', async () => {
    const { ProjectTemplateId } = await template({ ...FAIR })
    const path = '/api/task/template/milestones/addedit'
    const added = await world.save<TemplateMilestone>(path, { ProjectTemplateId, Name: 'Bills paid' })
    expectShape('saveTemplateMilestone', added)
    expect(await refused(path, { ProjectTemplateId, Name: 'HALL opens' })).toEqual([409, 'duplicate', undefined])
    expect(await refused(path, { ProjectTemplateId: 2147480000, Name: 'x' })).toEqual([
      422,
      'unknown-reference',
      '/ProjectTemplateId',
    ])
    await world.save(path, { ProjectTemplateMilestoneId: added.Id, Name: 'All paid' })
    await world.save(path, { ProjectTemplateMilestoneId: added.Id, Name: 'ALL paid' })
    await world.save(path, { ProjectTemplateMilestoneId: added.Id, Name: 'All paid' })
    const other = await template()
    await world.save(path, { ProjectTemplateId: other.ProjectTemplateId, Name: 'All paid' })
    const lookup = (await world.admin.get(`/api/task/templates/milestones/lookup/${ProjectTemplateId}`)).json()
    expectShape('lookupTemplateMilestones', lookup)
    expect(lookup.map(({ Name }: { Name: string }) => Name)).toEqual(['Venue booked', 'Hall opens', 'All paid'])
    expect((await world.admin.delete(`/api/projecttemplatemilestones/${lookup[0].Id}`)).statusCode).toBe(200)
    const left = (await world.admin.get(`/api/projecttemplates/${ProjectTemplateId}`)).json()
    expect(left).toMatchObject({ AuditId: 6, Tasks: [{ MilestoneName: null }, { MilestoneName: null }, {}, {}] })
    expect((await world.admin.get('/api/task/templates/milestones/lookup/2147480000')).statusCode).toBe(404)
  })
})

describe('a project from a template', () => {
  const make = (id: number, fields: object = {}) => world.save<Project>(`/api/projecttemplates/${id}/projects`, fields)
  const rows = async (id: number): Promise<TaskRow[]> =>
    (await world.admin.post(`/api/task/project/${id}/items/all`, { OrderBy: 'TaskItemId' })).json().Results

  describe('POST /api/projecttemplates/{projecttemplateid}/projects (createProjectFromTemplate)', () => {
    test('creates milestones and tasks with days counted from the first, subtasks and dependencies', async () => {
      const { ProjectTemplateId } = await template({ ...FAIR })
      const project = await make(ProjectTemplateId, {
        Name: 'Fair 2027',
        StartDate: '2027-02-20',
        ManagerContactId: world.staffId,
        AssignedToContactId: world.staffId,
        ContactId: world.contactId,
      })
      expectShape('createProjectFromTemplate', project)
      expect(project).toMatchObject({
        Name: 'Fair 2027',
        Description: 'Booths and a dinner',
        Manager: 'Jo Lind',
        StartDate: '2027-02-20',
        DueDate: '2027-03-22',
        TaskCount: 4,
        OpenTaskCount: 4,
        Milestones: [
          { Name: 'Venue booked', TaskCount: 2 },
          { Name: 'Hall opens', TaskCount: 0 },
        ],
      })
      const tasks = await rows(project.ProjectId)
      expect(tasks.map(({ Name, StartDate, DueDate }) => [Name, StartDate, DueDate])).toEqual([
        ['Ask for offers', '2027-02-20', '2027-03-06'],
        ['Sign', null, '2027-03-22'],
        ['Visit the venue', null, '2027-03-04'],
        ['Review', '2027-02-13', null],
      ])
      const [offers, sign, visit, review] = await Promise.all(tasks.map(({ TaskItemId }) => world.read(TaskItemId)))
      expect(sign).toMatchObject({
        DependentOnTaskId: String(offers?.TaskItemId),
        TaskPriorityId: '3',
        Contact: 'Ada Moreno',
        TaskData: { MilestoneName: 'Venue booked', AssignedToContact: 'Jo Lind' },
      })
      expect(offers).toMatchObject({ EstimatedHours: 2.5, TaskItems: [{ Name: 'Visit the venue' }] })
      expect(visit?.TaskData?.ParentTaskItemId).toBe(offers?.TaskItemId)
      expect(visit?.DependentOnTaskId).toBe(String(review?.TaskItemId))
      expect((await world.tryChange(sign?.TaskItemId ?? 0, { IsComplete: true })).body.code).toBe('task-open')
    })

    test('sets the due date to the last day of the tasks, not before the first day, or to null without days', async () => {
      const dueOf = async (Name: string, Tasks: object[]) =>
        (await make((await template({ Name, Tasks })).ProjectTemplateId, { StartDate: '2027-01-29' })).DueDate
      expect(
        await dueOf('Starts last', [
          { Name: 'a', DueDay: 2 },
          { Name: 'b', StartDay: 5 },
        ]),
      ).toBe('2027-02-03')
      expect(await dueOf('Ahead', [{ Name: 'a', StartDay: -9, DueDay: -3 }])).toBe('2027-01-29')
      expect(await dueOf('Dayless', [{ Name: 'a' }])).toBeNull()
    })

    test("uses today in the tenant's time zone and the template's name by default", async () => {
      const { ProjectTemplateId, Name } = await template({ Tasks: [{ Name: 'Only', DueDay: 1 }] })
      const project = await make(ProjectTemplateId)
      expect(project).toMatchObject({ Name, StartDate: '2026-03-05', DueDate: '2026-03-06' })
    })

    test('records every created record, and the project remains when the template changes or is deleted', async () => {
      const { ProjectTemplateId: id } = await template({ ...FAIR })
      const { ProjectId } = await make(id)
      await world.save(`/api/projecttemplates/${id}`, { AuditId: 1, Tasks: [] })
      await world.admin.delete(`/api/projecttemplates/${id}/2`)
      expect(await rows(ProjectId)).toHaveLength(4)
      const events = await world.server.database.system.outboxEvent.groupBy({
        by: ['kind'],
        where: {
          tenantId: world.tenantId,
          OR: [{ entity: 'project', entityId: ProjectId }, { payload: { path: ['projectId'], equals: ProjectId } }],
        },
        _count: true,
        orderBy: { kind: 'asc' },
      })
      expect(events.map(({ kind, _count }) => [kind, _count])).toEqual([
        ['milestone.created', 2],
        ['project.created', 1],
        ['task.created', 4],
      ])
    })

    test('rejects an assignee that is not a member of the staff, and an inactive type', async () => {
      const { ProjectTemplateId: id } = await template({ ...FAIR })
      const path = `/api/projecttemplates/${id}/projects`
      expect(await refused(path, { AssignedToContactId: world.contactId })).toEqual([
        422,
        'unknown-reference',
        '/AssignedToContactId',
      ])
      expect(await refused('/api/projecttemplates/2147480000/projects', {})).toEqual([404, 'not-found', undefined])
      const type = await world.save<{ TaskTypeId: number }>('/api/task/types/0', {
        Name: 'Rare',
        SystemTaskTypeId: '1',
      })
      const rare = await template({ Tasks: [{ Name: 'x', TaskTypeId: type.TaskTypeId }] })
      expect((await world.admin.delete(`/api/task/types/${type.TaskTypeId}/1`)).json().code).toBe('in-use')
      expect(await refused(`/api/task/types/${type.TaskTypeId}`, { AuditId: 1, SystemTaskTypeId: '2' })).toEqual([
        409,
        'in-use',
        undefined,
      ])
      await world.save(`/api/task/types/${type.TaskTypeId}`, { AuditId: 1, IsActive: false })
      expect(await refused(`/api/projecttemplates/${rare.ProjectTemplateId}/projects`, {})).toEqual([
        422,
        'type-inactive',
        undefined,
      ])
    })

    test('uses the same number of statements for five and for five hundred tasks', async () => {
      const statements = async (count: number) => {
        const Tasks = Array.from({ length: count }, (_, n) => ({
          Name: `Task ${n}`,
          DueDay: n % 50,
          ...(n > 0 && { DependentOnNumber: n }),
        }))
        const { ProjectTemplateId } = await template({ Tasks })
        const { result, queries } = await countQueries(world.server.database, () => make(ProjectTemplateId))
        expect(result.TaskCount).toBe(count)
        return queries.length
      }
      expect(await statements(500)).toBe(await statements(5))
    })
  })
})

test('findInCycle finds a cycle if and only if there is one', () => {
  const graph = fc
    .integer({ min: 1, max: 8 })
    .chain((count) => fc.array(fc.array(fc.nat(count - 1), { maxLength: 3 }), { minLength: count, maxLength: count }))
  /** Repeatedly removes tasks without dependencies: the remaining tasks are in cycles, or depend on them. */
  const remains = (ways: readonly (readonly number[])[]): boolean => {
    let left = new Set(ways.keys())
    for (;;) {
      const next = new Set([...left].filter((n) => (ways[n] ?? []).some((to) => left.has(to))))
      if (next.size === left.size) return left.size > 0
      left = next
    }
  }
  fc.assert(fc.property(graph, (ways) => (findInCycle(ways) !== undefined) === remains(ways)))
})
