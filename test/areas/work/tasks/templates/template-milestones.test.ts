import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProjectTemplate } from '#contract/work/projects'
import type { TemplateMilestone } from '#contract/work/tasks'
import { expectShape } from '#test/support/server/contract-shape'
import { FAIR_TEMPLATE, openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

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
    Name,
    Milestones: [{ Name: 'Plan' }, { Name: 'Meet' }],
    Tasks: [{ Name: 'Book', MilestoneName: 'Plan' }],
  })
const milestonesOf = ({ Milestones }: ProjectTemplate) =>
  (Milestones ?? []).map(({ ProjectTemplateMilestoneId: id }) => id)

let made = 0
const template = (fields: object = {}) =>
  world.save<ProjectTemplate>('/api/projecttemplates/0', { Name: `Template ${++made}`, ...fields })
const refused = async (path: string, body: object) => {
  const answer = await world.admin.post(path, body)
  return [answer.statusCode, answer.json().code, answer.json().errors?.[0]?.pointer]
}

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
      Id: last.Id,
      TenantId: world.tenantId,
      ProjectTemplateId: templateId,
      ...renamed,
    })
  })
})

describe('POST /api/task/template/milestones/addedit (saveTemplateMilestone)', () => {
  test('adds and renames milestones, which can be looked up and deleted', async () => {
    const { ProjectTemplateId } = await template({ ...FAIR_TEMPLATE })
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
