import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project, ProjectType } from '#contract/work/projects'
import type { Milestone } from '#contract/work/tasks'
import { reverseRows } from '#test/support/database/reverse-rows'
import { expectShape } from '#test/support/server/contract-shape'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

const project = (fields: object = {}) => world.save<Project>('/api/projects/0', { Name: 'Fair', ...fields })
const milestone = (ProjectId: number, Name: string) =>
  world.save<Milestone>('/api/task/milestones/addedit', { ProjectId, Name })
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

/** Creates a project with the milestones Plan and Meet and one open task of Plan. */
const createProject = async () => {
  const { ProjectId: id } = await world.save<Project>('/api/projects/0', { Name: 'Fair' })
  const add = (Name: string) => world.save<Milestone>('/api/task/milestones/addedit', { ProjectId: id, Name })
  const plan = (await add('Plan')).ProjectMilestoneId
  const meet = (await add('Meet')).ProjectMilestoneId
  const taskId = await world.task({ Name: 'Book', ProjectId: String(id), ProjectMilestoneId: String(plan) })
  return { id, plan, meet, taskId }
}

describe('POST /api/projects/{projectid} (saveProject)', () => {
  test('creates, returns, changes under its version, and deletes a project', async () => {
    const type = await world.save<ProjectType>('/api/projecttypes/0', { Name: 'Event' })
    const made = await project({
      Name: ' Annual  fair ',
      Description: 'Stands',
      ProjectTypeId: type.ProjectTypeId,
      ManagerContactId: world.staffId,
      StartDate: '2026-03-01',
      DueDate: '2026-05-01',
    })
    expectShape('saveProject', made)
    expect(made).toMatchObject({
      AuditId: 1,
      Name: 'Annual fair',
      ProjectType: 'Event',
      Manager: 'Jo Lind',
      IsActive: true,
    })
    const path = `/api/projects/${made.ProjectId}`
    expect((await world.admin.get(path)).json()).toEqual(made)
    await world.save(path, { AuditId: 1, ManagerContactId: null, IsActive: false })
    const read = await world.admin.get(path)
    expect(read.headers.etag).toBe('"2"')
    expect(read.json()).toMatchObject({
      Manager: null,
      IsActive: false,
      Description: 'Stands',
      StartDate: '2026-03-01',
    })
    expect(await refused(path, { AuditId: 1, Name: 'x' })).toEqual([409, 'stale-audit-id', undefined])
    expect((await world.admin.delete(`${path}/1`)).statusCode).toBe(409)
    expect((await world.admin.delete(`${path}/2`)).statusCode).toBe(200)
    expect((await world.admin.get(path)).statusCode).toBe(404)
  })

  test('rejects fields that are not valid', async () => {
    expect(await refused('/api/projects/0', {})).toEqual([422, 'name-needed', '/Name'])
    const days = { Name: 'x', StartDate: '2026-03-02', DueDate: '2026-03-01' }
    expect(await refused('/api/projects/0', days)).toEqual([422, 'task-rule', '/DueDate'])
    const manager = { Name: 'x', ManagerContactId: world.contactId }
    expect(await refused('/api/projects/0', manager)).toEqual([422, 'unknown-reference', '/ManagerContactId'])
    expect(await refused('/api/projects/0', { Name: 'x', ProjectTypeId: 2147480000 })).toEqual([
      422,
      'unknown-reference',
      '/ProjectTypeId',
    ])
  })
})

describe('DELETE /api/projects/{projectid}/{auditid} (deleteProject)', () => {
  test('returns 409 while tasks belong to the project, and counts them', async () => {
    const { ProjectId } = await project()
    const task = await world.task({
      ProjectId: String(ProjectId),
      TaskItems: [{ TaskItemId: 0, Name: 'part', IsComplete: true }],
    })
    expect((await world.admin.get(`/api/projects/${ProjectId}`)).json()).toMatchObject({
      TaskCount: 2,
      OpenTaskCount: 1,
    })
    expect(await world.read(task)).toMatchObject({ ProjectId: String(ProjectId), ProjectName: 'Fair' })
    expect((await world.admin.delete(`/api/projects/${ProjectId}/1`)).json().code).toBe('in-use')
    await world.change(task, { ProjectId: null })
    expect((await world.admin.delete(`/api/projects/${ProjectId}/1`)).statusCode).toBe(200)
  })
})

describe('GET /api/projects (listProjects)', () => {
  test('returns projects by name, filtered, searched and by page', async () => {
    const other = await openTaskWorld()
    const make = (Name: string, fields: object = {}) => other.save<Project>('/api/projects/0', { Name, ...fields })
    for (const [name, fields] of [
      ['Été', { StartDate: '2026-06-01' }],
      ['album', { IsActive: false }],
      ['Zoo', { StartDate: '2026-01-01' }],
    ] as const)
      await make(name, fields)
    const names = async (query: string) => {
      const answer = await other.admin.get(`/api/projects?${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      expectShape('listProjects', answer.json())
      return answer.json().Results.map(({ Name }: Project) => Name)
    }
    expect(await names('')).toEqual(['album', 'Été', 'Zoo'])
    expect(await names('Criteria=ETE')).toEqual(['Été'])
    expect(await names('Filter=IsActive eq true and OpenTaskCount eq 0&OrderBy=StartDate')).toEqual(['Zoo', 'Été'])
    expect(await names('OrderBy=StartDate')).toEqual(['Zoo', 'Été', 'album'])
    const first = await other.admin.get('/api/projects?Take=2')
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await other.admin.get(next)).json().Results.map(({ Name }: Project) => Name)).toEqual(['Zoo'])
    await other.server.close()
  })
})

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('clears the milestone of a task that moves to another project, and rejects one of another project', async () => {
    const one = await project()
    const other = await project()
    const here = await milestone(one.ProjectId, 'Here')
    const there = await milestone(other.ProjectId, 'There')
    const wanted = { ProjectId: String(one.ProjectId), ProjectMilestoneId: String(there.Id) }
    expect((await world.tryChange(0, { Name: 'x', ...wanted })).body.errors?.[0]?.pointer).toBe('/ProjectMilestoneId')
    expect((await world.tryChange(0, { Name: 'x', ProjectMilestoneId: String(there.Id) })).status).toBe(422)
    const task = await world.task({
      ...wanted,
      ProjectMilestoneId: String(here.Id),
      TaskItems: [{ TaskItemId: 0, Name: 'part' }],
    })
    await world.change(task, { ...(await world.read(task)), ProjectId: String(other.ProjectId) })
    const moved = await world.read(task)
    expect(moved).toMatchObject({ ProjectId: String(other.ProjectId), ProjectMilestoneId: null })
    expect(await world.read(moved.TaskItems?.[0]?.TaskItemId ?? 0)).toMatchObject({
      ProjectId: String(other.ProjectId),
    })
    await world.change(task, { ProjectId: String(one.ProjectId), ProjectMilestoneId: String(here.Id) })
    expect((await world.read(task)).ProjectMilestoneId).toBe(String(here.Id))
  })
})

describe('DELETE /api/projects/{projectid}/{auditid} (deleteProject)', () => {
  test('deletes its milestones, with an event for each', async () => {
    const { ProjectId } = await project()
    const ids = [(await milestone(ProjectId, 'One')).Id, (await milestone(ProjectId, 'Two')).Id]
    await world.save('/api/task/milestones/addedit', { ProjectMilestoneId: ids[1], ProjectId, Name: 'Second' })
    expect((await world.admin.delete(`/api/projects/${ProjectId}/1`)).statusCode).toBe(200)
    for (const id of ids) expect((await world.admin.get(`/api/milestones/${id}`)).statusCode).toBe(404)
    const { system } = world.server.database
    const events = await system.outboxEvent.findMany({
      where: {
        tenantId: world.tenantId,
        kind: 'milestone.deleted',
        payload: { path: ['projectId'], equals: ProjectId },
      },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ entityId, auditId }) => [entityId, auditId])).toEqual([
      [ids[0], 2],
      [ids[1], 3],
    ])
  })
})

describe('GET /api/projects/{projectid} (getProject)', () => {
  test('returns a project with its milestones, the numbers of its tasks and its version', async () => {
    const { id, plan } = await createProject()
    const { body, etag } = await read('getProject', `/api/projects/${id}`)
    expect(body).toMatchObject({ ProjectId: id, Name: 'Fair', TaskCount: 1, OpenTaskCount: 1 })
    expect(body.Milestones[0]).toMatchObject({ ProjectMilestoneId: plan, Name: 'Plan', TaskCount: 1 })
    expect(etag).toBe(`"${body.AuditId}"`)
    await reverseRows(world.server.url, world.tenantId, ['project_milestone'])
    for (const path of [`/api/projects/${id}`, `/api/projects/${id}/milestones`]) {
      const again = (await world.admin.get(path)).json()
      expect((again.Milestones ?? again).map(({ Name }: Milestone) => Name)).toEqual(['Plan', 'Meet'])
    }
    expect((await world.admin.get('/api/projects/2147480000')).statusCode).toBe(404)
  })
})

describe('POST /api/projects/{projectid} (saveProject)', () => {
  test('records each change of a project and of its milestones', async () => {
    const { id, plan, taskId } = await createProject()
    const fields = { Name: 'Show', Description: 'Stands', ManagerContactId: world.staffId, DueDate: '2026-05-01' }
    await world.save(`/api/projects/${id}`, { AuditId: 1, ...fields })
    await world.save('/api/task/milestones/addedit', { ProjectMilestoneId: plan, Name: 'Plans' })
    await world.admin.delete(`/api/milestones/${plan}`)
    await world.admin.delete(`/api/task/${taskId}/2`)
    await world.admin.delete(`/api/projects/${id}/2`)
    const payload = { name: 'Show' }
    expect(await world.trail('project', id)).toMatchObject([
      {
        kind: 'project.created',
        auditId: 1,
        payload: { name: 'Fair' },
        changes: { Name: { old: null, new: 'Fair' }, IsActive: { old: null, new: true } },
      },
      {
        kind: 'project.updated',
        auditId: 2,
        payload,
        changes: {
          Name: { old: 'Fair', new: 'Show' },
          ManagerContactId: { old: null, new: world.staffId },
          DueDate: { old: null, new: '2026-05-01' },
        },
      },
      { kind: 'project.deleted', auditId: 3, payload, changes: { Name: { old: 'Show', new: null } } },
    ])
    expect(await world.trail('milestone', plan)).toEqual(
      [
        ['created', 'Plan'],
        ['updated', 'Plans'],
        ['deleted', 'Plans'],
      ].map(([action, name], n) => ({
        kind: `milestone.${action}`,
        auditId: n + 1,
        payload: { name, projectId: id },
        changes: [
          { Name: { old: null, new: 'Plan' }, ProjectId: { old: null, new: id } },
          { Name: { old: 'Plan', new: name } },
          { Name: { old: name, new: null }, ProjectId: { old: id, new: null } },
        ][n],
      })),
    )
  })
})
