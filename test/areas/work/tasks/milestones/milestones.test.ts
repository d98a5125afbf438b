import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '#contract/work/projects'
import type { Milestone } from '#contract/work/tasks'
import { expectShape } from '#test/support/server/contract-shape'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

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

/** Creates a project with the milestones Plan and Meet and one open task of Plan. */
const createProject = async () => {
  const { ProjectId: id } = await world.save<Project>('/api/projects/0', { Name: 'Fair' })
  const add = (Name: string) => world.save<Milestone>('/api/task/milestones/addedit', { ProjectId: id, Name })
  const plan = (await add('Plan')).ProjectMilestoneId
  const meet = (await add('Meet')).ProjectMilestoneId
  const taskId = await world.task({ Name: 'Book', ProjectId: String(id), ProjectMilestoneId: String(plan) })
  return { id, plan, meet, taskId }
}

const project = (fields: object = {}) => world.save<Project>('/api/projects/0', { Name: 'Fair', ...fields })
const milestone = (ProjectId: number, Name: string) =>
  world.save<Milestone>('/api/task/milestones/addedit', { ProjectId, Name })
const refused = async (path: string, body: object) => {
  const answer = await world.admin.post(path, body)
  return [answer.statusCode, answer.json().code, answer.json().errors?.[0]?.pointer]
}

describe('GET /api/projects/{projectid}/milestones (listMilestones)', () => {
  test('returns the milestones in the order of their creation, with the numbers of their tasks', async () => {
    const { id, plan, meet } = await createProject()
    const { body } = await read('listMilestones', `/api/projects/${id}/milestones`)
    expect(body).toEqual([
      { ProjectMilestoneId: plan, ProjectId: id, Name: 'Plan', TaskCount: 1, OpenTaskCount: 1 },
      { ProjectMilestoneId: meet, ProjectId: id, Name: 'Meet', TaskCount: 0, OpenTaskCount: 0 },
    ])
    expect((await world.admin.get('/api/projects/2147480000/milestones')).statusCode).toBe(404)
  })
})

describe('GET /api/milestones/{projectmilestoneid} (getMilestone)', () => {
  test('returns one milestone with its version', async () => {
    const { id, meet } = await createProject()
    const { body, etag } = await read('getMilestone', `/api/milestones/${meet}`)
    expect([body.ProjectMilestoneId, body.ProjectId, body.Name, etag]).toEqual([meet, id, 'Meet', '"1"'])
    expect((await world.admin.get('/api/milestones/2147480000')).statusCode).toBe(404)
  })
})

describe('POST /api/task/milestones/addedit (saveMilestone)', () => {
  test('returns 422 too-many after 200 milestones of a project', async () => {
    const { id: projectId, plan } = await createProject()
    const filler = (n: number) => ({ tenantId: world.tenantId, projectId, name: `M ${n}`, nameKey: `m ${n}` })
    const data = Array.from({ length: 197 }, (_, n) => filler(n))
    await world.server.database.system.projectMilestone.createMany({ data })
    const path = '/api/task/milestones/addedit'
    await world.save(path, { ProjectId: projectId, Name: 'Last' })
    const refused = await world.admin.post(path, { ProjectId: projectId, Name: 'One more' })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'too-many'])
    await world.save(path, { ProjectMilestoneId: plan, Name: 'Planned' })
  })
})

describe('GET /api/task/milestones/lookup/{projectid} (lookupMilestones)', () => {
  test('returns the milestones as choices, none selected', async () => {
    const { id, plan, meet } = await createProject()
    const { body } = await read('lookupMilestones', `/api/task/milestones/lookup/${id}`)
    expect(body).toMatchObject([
      { Id: plan, Name: 'Plan', IsSelected: false, Order: 1 },
      { Id: meet, Name: 'Meet', IsSelected: false, Order: 2 },
    ])
  })
})

describe('POST /api/task/milestones/addedit (saveMilestone)', () => {
  test('adds and renames milestones, which are listed in the order of their creation with their counts', async () => {
    const { ProjectId } = await project()
    const booked = await milestone(ProjectId, 'Venue booked')
    expectShape('saveMilestone', booked)
    const id = booked.ProjectMilestoneId
    expect(booked).toEqual({
      Id: id,
      ProjectMilestoneId: id,
      TenantId: world.tenantId,
      ProjectId,
      Name: 'Venue booked',
    })
    await milestone(ProjectId, 'Hall opens')
    const task = await world.task({ ProjectId: String(ProjectId), ProjectMilestoneId: String(id) })
    expect((await world.read(task)).TaskData?.MilestoneName).toBe('Venue booked')
    await world.save('/api/task/milestones/addedit', { ProjectMilestoneId: id, ProjectId: 7, Name: 'Venue signed' })
    const lookup = (await world.admin.get(`/api/task/milestones/lookup/${ProjectId}`)).json()
    expectShape('lookupMilestones', lookup)
    expect(lookup).toMatchObject([
      { Id: id, Name: 'Venue signed', Order: 1 },
      { Name: 'Hall opens', Order: 2 },
    ])
    const list = (await world.admin.get(`/api/projects/${ProjectId}/milestones`)).json()
    expectShape('listMilestones', list)
    expect(list[0]).toMatchObject({ Name: 'Venue signed', TaskCount: 1, OpenTaskCount: 1 })
    expect((await world.admin.get(`/api/milestones/${id}`)).headers.etag).toBe('"2"')
    expect((await world.admin.get('/api/task/milestones/lookup/2147480000')).statusCode).toBe(404)
  })

  test('returns 409 for a name of the project that is already in use, and 422 for one of spaces', async () => {
    const { ProjectId } = await project()
    await milestone(ProjectId, 'Same')
    const path = '/api/task/milestones/addedit'
    expect(await refused(path, { ProjectId, Name: 'SAME' })).toEqual([409, 'duplicate', undefined])
    expect(await refused(path, { ProjectId, Name: ' ' })).toEqual([422, 'name-needed', '/Name'])
    expect(await refused(path, { ProjectId: 2147480000, Name: 'x' })).toEqual([422, 'unknown-reference', '/ProjectId'])
    expect(await refused(path, { ProjectMilestoneId: 2147480000, Name: 'x' })).toEqual([404, 'not-found', undefined])
    const both = await Promise.all([1, 2].map(() => refused(path, { ProjectId, Name: 'At once' })))
    expect(both.map(([status]) => status).sort()).toEqual([200, 409])
    await milestone((await project()).ProjectId, 'Same')
  })
})

describe('DELETE /api/milestones/{projectmilestoneid} (deleteMilestone)', () => {
  test('leaves the tasks in the project', async () => {
    const { ProjectId } = await project()
    const { Id } = await milestone(ProjectId, 'Gone')
    const task = await world.task({ ProjectId: String(ProjectId), ProjectMilestoneId: String(Id) })
    expect((await world.admin.delete(`/api/milestones/${Id}`, { 'if-match': '"9"' })).statusCode).toBe(412)
    expect((await world.admin.delete(`/api/milestones/${Id}`)).statusCode).toBe(200)
    expect(await world.read(task)).toMatchObject({ AuditId: 2, ProjectId: String(ProjectId), ProjectMilestoneId: null })
  })

  test('changes each of more tasks than fit one batch, with an event for each', async () => {
    const { ProjectId } = await project()
    const { Id } = await milestone(ProjectId, 'Crowded')
    const first = await world.task({ ProjectId: String(ProjectId), ProjectMilestoneId: String(Id) })
    const { system } = world.server.database
    await system.$executeRaw`INSERT INTO task_item (tenant_id, type_id, name, project_id, milestone_id)
      SELECT tenant_id, type_id, 'Task ' || n, project_id, milestone_id FROM task_item, generate_series(1, 2500) n
      WHERE tenant_id = ${world.tenantId} AND id = ${first}`
    expect((await world.admin.delete(`/api/milestones/${Id}`)).statusCode).toBe(200)
    const where = { tenantId: world.tenantId, projectId: ProjectId }
    expect(await system.taskItem.count({ where: { ...where, milestoneId: null, auditId: 2 } })).toBe(2501)
    const event = { kind: 'task.updated', payload: { path: ['projectId'], equals: ProjectId } }
    expect(await system.outboxEvent.count({ where: { tenantId: world.tenantId, ...event } })).toBe(2501)
  })
})
