import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findInCycle } from '#areas/work/tasks/templates/templates.model'
import type { Project, ProjectTemplate, ProjectTemplateListItem, ProjectType } from '#contract/work/projects'
import type { TaskRow } from '#contract/work/tasks'
import { expectShape } from '#test/support/server/contract-shape'
import { FAIR_TEMPLATE, openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

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

/** Reads a path, and checks the status and the documented shape. */
const read = async (operationId: string, path: string) => {
  const response = await world.admin.get(path)
  expect(response.statusCode, response.body).toBe(200)
  expectShape(operationId, response.json())
  return { body: response.json(), etag: response.headers.etag }
}

const createTemplate = async (Name: string): Promise<ProjectTemplate> =>
  world.save<ProjectTemplate>('/api/projecttemplates/0', {
    Name,
    Milestones: [{ Name: 'Plan' }, { Name: 'Meet' }],
    Tasks: [{ Name: 'Book', MilestoneName: 'Plan' }],
  })
const milestonesOf = ({ Milestones }: ProjectTemplate) =>
  (Milestones ?? []).map(({ ProjectTemplateMilestoneId: id }) => id)

describe('POST /api/projecttemplates/{projecttemplateid} (saveProjectTemplate)', () => {
  test('creates, returns, changes and deletes a template with milestones and tasks', async () => {
    const saved = await template({ Name: 'Fair', ...FAIR_TEMPLATE })
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

describe('GET /api/projecttemplates/{projecttemplateid} (getProjectTemplate)', () => {
  test('returns a template with its milestones and tasks, and its version', async () => {
    const template = await createTemplate('Read')
    const { body, etag } = await read('getProjectTemplate', `/api/projecttemplates/${template.ProjectTemplateId}`)
    expect(body).toEqual(template)
    expect(body.Tasks).toMatchObject([{ Number: 1, Name: 'Book', MilestoneName: 'Plan' }])
    expect(etag).toBe('"1"')
    expect((await world.admin.get('/api/projecttemplates/2147480000')).statusCode).toBe(404)
  })
})

describe('GET /api/projecttemplates (listProjectTemplates)', () => {
  test('returns the templates by name, with the numbers of their milestones and tasks', async () => {
    const { ProjectTemplateId: id } = await createTemplate('Listed')
    const { body } = await read('listProjectTemplates', '/api/projecttemplates')
    const row = body.find(({ ProjectTemplateId }: ProjectTemplateListItem) => ProjectTemplateId === id)
    expect(row).toMatchObject({ Name: 'Listed', MilestoneCount: 2, TaskCount: 1, AuditId: 1 })
    const names = body.map(({ Name }: ProjectTemplateListItem) => Name)
    expect(names).toEqual([...names].sort())
  })
})

describe('POST /api/projecttemplates/{projecttemplateid} (saveProjectTemplate)', () => {
  test('records each change of a template, also by its milestones, with its name', async () => {
    const template = await createTemplate('Recorded')
    const { ProjectTemplateId: id } = template
    await world.save(`/api/projecttemplates/${id}`, { AuditId: 1, Name: 'Again', Description: 'Stands' })
    await world.save('/api/task/template/milestones/addedit', { ProjectTemplateId: id, Name: 'Pay' })
    await world.admin.delete(`/api/projecttemplatemilestones/${milestonesOf(template)[0]}`)
    await world.admin.delete(`/api/projecttemplates/${id}/4`)
    const changes = [
      { Name: { old: null, new: 'Recorded' } },
      { Name: { old: 'Recorded', new: 'Again' }, Description: { old: null, new: 'Stands' } },
      null,
      null,
      { Name: { old: 'Again', new: null }, Description: { old: 'Stands', new: null } },
    ]
    expect(await world.trail('projecttemplate', id)).toEqual(
      ['created', 'updated', 'updated', 'updated', 'deleted'].map((action, n) => ({
        kind: `projecttemplate.${action}`,
        auditId: n + 1,
        payload: { name: n === 0 ? 'Recorded' : 'Again' },
        changes: changes[n],
      })),
    )
  })
})

describe('DELETE /api/projecttemplates/{projecttemplateid}/{auditid} (deleteProjectTemplate)', () => {
  test('deletes the template under its version', async () => {
    const { ProjectTemplateId: id } = await createTemplate('Deleted')
    expect((await world.admin.delete(`/api/projecttemplates/${id}/7`)).statusCode).toBe(409)
    expect((await world.admin.delete(`/api/projecttemplates/${id}/1`)).statusCode).toBe(200)
    expect((await world.admin.get(`/api/projecttemplates/${id}`)).statusCode).toBe(404)
  })
})

describe('POST /api/projecttemplates/{projecttemplateid} (saveProjectTemplate)', () => {
  test('stores every field of a template and of its tasks, which a project gets', async () => {
    const { ProjectTypeId } = await world.save<ProjectType>('/api/projecttypes/0', { Name: 'Tour' })
    const type = { Name: 'Visit', SystemTaskTypeId: '3' }
    const { TaskTypeId } = await world.save<{ TaskTypeId: number }>('/api/task/types/0', type)
    const task = {
      Name: 'Go',
      Description: 'By train',
      TaskTypeId,
      TaskPriorityId: 4,
      MilestoneName: 'There',
      StartDay: 1,
      DueDay: 2,
      EstimatedHours: 0.505,
      ParentNumber: null,
      DependentOnNumber: 2,
    }
    const template = await world.save<ProjectTemplate>('/api/projecttemplates/0', {
      Name: 'Trip',
      Description: 'Abroad',
      ProjectTypeId,
      Milestones: [{ Name: 'There' }],
      Tasks: [task, { Name: 'Pack' }],
    })
    const { body: plain } = await read('listProjectTemplates', '/api/projecttemplates')
    expect(plain).toContainEqual({
      ProjectTemplateId: template.ProjectTemplateId,
      AuditId: 1,
      Name: 'Trip',
      ProjectTypeId,
      MilestoneCount: 1,
      TaskCount: 2,
    })
    expect(template).toMatchObject({ Name: 'Trip', Description: 'Abroad', ProjectTypeId })
    expect(template.Tasks?.[0]).toEqual({ Number: 1, ...task, EstimatedHours: 0.51 })
    expect(template.Tasks?.[1]).toMatchObject({ Number: 2, Description: null, TaskPriorityId: 2, EstimatedHours: 0 })
    const path = `/api/projecttemplates/${template.ProjectTemplateId}/projects`
    const project = await world.save<Project>(path, { StartDate: '2026-05-01' })
    expect(project).toMatchObject({ Name: 'Trip', Description: 'Abroad', ProjectTypeId, ProjectType: 'Tour' })
    const rows: TaskRow[] = (await world.admin.get(`/api/task/project/${project.ProjectId}/items/all`)).json()
    expect(await world.read(rows.find(({ Name }) => Name === 'Go')?.TaskItemId ?? 0)).toMatchObject({
      Description: 'By train',
      TaskTypeId: String(TaskTypeId),
      TaskPriorityId: '4',
      EstimatedHours: 0.51,
      StartDate: '2026-05-02',
      DueDate: '2026-05-03',
      TaskData: { MilestoneName: 'There' },
      DependentOnTaskId: String(rows.find(({ Name }) => Name === 'Pack')?.TaskItemId),
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
