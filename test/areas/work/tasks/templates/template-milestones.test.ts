import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project, ProjectTemplate, ProjectTemplateListItem, ProjectType } from '#contract/work/projects'
import type { TaskRow, TemplateMilestone } from '#contract/work/tasks'
import { openTaskWorld, type TaskWorld } from '#test/support/api/tasks'
import { expectShape } from '#test/support/contract-shape'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

/** Reads a path, and checks the status and the documented shape. */
const read = async (operationId: string, path: string) => {
  const response = await world.admin.get(path)
  expect(response.statusCode, response.body).toBe(200)
  expectShape(operationId, response.json())
  return { body: response.json(), etag: response.headers.etag }
}

const createTemplate = async (Name: string): Promise<ProjectTemplate> =>
  world.save<ProjectTemplate>('/api/projecttemplates/0', {
    ...{ Name, Milestones: [{ Name: 'Plan' }, { Name: 'Meet' }] },
    Tasks: [{ Name: 'Book', MilestoneName: 'Plan' }],
  })
const milestonesOf = ({ Milestones }: ProjectTemplate) =>
  (Milestones ?? []).map(({ ProjectTemplateMilestoneId: id }) => id)

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

describe('GET /api/task/templates/milestones/lookup/{projecttemplateid} (lookupTemplateMilestones)', () => {
  test('returns the milestones as choices, in the order of their creation', async () => {
    const template = await createTemplate('Looked up')
    const path = `/api/task/templates/milestones/lookup/${template.ProjectTemplateId}`
    const { body } = await read('lookupTemplateMilestones', path)
    const [plan, meet] = milestonesOf(template)
    expect(body).toMatchObject([
      { Id: plan, Name: 'Plan', Order: 1 },
      { Id: meet, Name: 'Meet', Order: 2 },
    ])
  })
})

describe('DELETE /api/projecttemplatemilestones/{projecttemplatemilestoneid} (deleteTemplateMilestone)', () => {
  test('removes the milestone from its tasks and increments the version of the template', async () => {
    const template = await createTemplate('Without plan')
    const [plan] = milestonesOf(template)
    const response = await world.admin.delete(`/api/projecttemplatemilestones/${plan}`)
    expect([response.statusCode, response.json()]).toEqual([200, {}])
    const { body } = await read('getProjectTemplate', `/api/projecttemplates/${template.ProjectTemplateId}`)
    expect([body.AuditId, body.Milestones.length, body.Tasks[0].MilestoneName]).toEqual([2, 1, null])
    expect((await world.admin.delete(`/api/projecttemplatemilestones/${plan}`)).statusCode).toBe(404)
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
    const changes = { name: 'Again', description: 'Stands', typeId: null }
    const first = { name: 'Recorded', description: null, typeId: null }
    expect(await world.trail('projecttemplate', id)).toEqual(
      ['created', 'updated', 'updated', 'updated', 'deleted'].map((action, n) => ({
        ...{ kind: `projecttemplate.${action}`, auditId: n + 1 },
        ...{ payload: { name: n === 0 ? 'Recorded' : 'Again' }, changes: n === 0 ? first : changes },
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

describe('POST /api/task/template/milestones/addedit (saveTemplateMilestone)', () => {
  test('returns 422 too-many after 100 milestones of a template', async () => {
    const template = await createTemplate('Full')
    const { ProjectTemplateId: templateId } = template
    const filler = (n: number) => ({ tenantId: world.tenantId, templateId, name: `M ${n}`, nameKey: `m ${n}` })
    const data = Array.from({ length: 97 }, (_, n) => filler(n))
    await world.server.database.system.projectTemplateMilestone.createMany({ data })
    const path = '/api/task/template/milestones/addedit'
    const last = await world.save<TemplateMilestone>(path, { ProjectTemplateId: templateId, Name: 'Last' })
    const refused = await world.admin.post(path, { ProjectTemplateId: templateId, Name: 'One more' })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'too-many'])
    const renamed = { ProjectTemplateMilestoneId: last.Id, Name: 'The last' }
    expect(await world.save(path, renamed)).toEqual({
      ...{ Id: last.Id, TenantId: world.tenantId, ProjectTemplateId: templateId, ...renamed },
    })
  })
})

describe('POST /api/projecttemplates/{projecttemplateid} (saveProjectTemplate)', () => {
  test('stores every field of a template and of its tasks, which a project gets', async () => {
    const { ProjectTypeId } = await world.save<ProjectType>('/api/projecttypes/0', { Name: 'Tour' })
    const type = { Name: 'Visit', SystemTaskTypeId: '3' }
    const { TaskTypeId } = await world.save<{ TaskTypeId: number }>('/api/task/types/0', type)
    const task = {
      ...{ Name: 'Go', Description: 'By train', TaskTypeId, TaskPriorityId: 4, MilestoneName: 'There' },
      ...{ StartDay: 1, DueDay: 2, EstimatedHours: 0.505, ParentNumber: null, DependentOnNumber: 2 },
    }
    const template = await world.save<ProjectTemplate>('/api/projecttemplates/0', {
      ...{ Name: 'Trip', Description: 'Abroad', ProjectTypeId, Milestones: [{ Name: 'There' }] },
      Tasks: [task, { Name: 'Pack' }],
    })
    const { body: plain } = await read('listProjectTemplates', '/api/projecttemplates')
    expect(plain).toContainEqual({
      ...{ ProjectTemplateId: template.ProjectTemplateId, AuditId: 1, Name: 'Trip', ProjectTypeId },
      ...{ MilestoneCount: 1, TaskCount: 2 },
    })
    expect(template).toMatchObject({ Name: 'Trip', Description: 'Abroad', ProjectTypeId })
    expect(template.Tasks?.[0]).toEqual({ Number: 1, ...task, EstimatedHours: 0.51 })
    expect(template.Tasks?.[1]).toMatchObject({ Number: 2, Description: null, TaskPriorityId: 2, EstimatedHours: 0 })
    const path = `/api/projecttemplates/${template.ProjectTemplateId}/projects`
    const project = await world.save<Project>(path, { StartDate: '2026-05-01' })
    expect(project).toMatchObject({ Name: 'Trip', Description: 'Abroad', ProjectTypeId, ProjectType: 'Tour' })
    const rows: TaskRow[] = (await world.admin.get(`/api/task/project/${project.ProjectId}/items/all`)).json()
    expect(await world.read(rows.find(({ Name }) => Name === 'Go')?.TaskItemId ?? 0)).toMatchObject({
      ...{ Description: 'By train', TaskTypeId: String(TaskTypeId), TaskPriorityId: '4', EstimatedHours: 0.51 },
      ...{ StartDate: '2026-05-02', DueDate: '2026-05-03', TaskData: { MilestoneName: 'There' } },
      DependentOnTaskId: String(rows.find(({ Name }) => Name === 'Pack')?.TaskItemId),
    })
  })
})
