import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProjectTemplate, ProjectTemplateListItem } from '#contract/work/projects'
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

describe('DELETE /api/projecttemplates/{projecttemplateid}/{auditid} (deleteProjectTemplate)', () => {
  test('deletes the template under its version', async () => {
    const { ProjectTemplateId: id } = await createTemplate('Deleted')
    expect((await world.admin.delete(`/api/projecttemplates/${id}/7`)).statusCode).toBe(409)
    expect((await world.admin.delete(`/api/projecttemplates/${id}/1`)).statusCode).toBe(200)
    expect((await world.admin.get(`/api/projecttemplates/${id}`)).statusCode).toBe(404)
  })
})
