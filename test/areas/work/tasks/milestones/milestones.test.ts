import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '#contract/work/projects'
import type { Milestone } from '#contract/work/tasks'
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

/** Creates a project with the milestones Plan and Meet and one open task of Plan. */
const createProject = async () => {
  const { ProjectId: id } = await world.save<Project>('/api/projects/0', { Name: 'Fair' })
  const add = (Name: string) => world.save<Milestone>('/api/task/milestones/addedit', { ProjectId: id, Name })
  const [plan, meet] = [(await add('Plan')).ProjectMilestoneId, (await add('Meet')).ProjectMilestoneId]
  const taskId = await world.task({ Name: 'Book', ProjectId: String(id), ProjectMilestoneId: String(plan) })
  return { id, plan, meet, taskId }
}

describe('GET /api/projects/{projectid} (getProject)', () => {
  test('returns a project with its milestones, the numbers of its tasks and its version', async () => {
    const { id, plan } = await createProject()
    const { body, etag } = await read('getProject', `/api/projects/${id}`)
    expect(body).toMatchObject({ ProjectId: id, Name: 'Fair', TaskCount: 1, OpenTaskCount: 1 })
    expect(body.Milestones[0]).toMatchObject({ ProjectMilestoneId: plan, Name: 'Plan', TaskCount: 1 })
    expect(etag).toBe(`"${body.AuditId}"`)
    expect((await world.admin.get('/api/projects/2147480000')).statusCode).toBe(404)
  })
})

describe('GET /api/task/project/{projectid}/items/all (listProjectTasks)', () => {
  test('returns the tasks of the project only', async () => {
    const { id, taskId } = await createProject()
    await world.task({ Name: 'Elsewhere' })
    const { body } = await read('listProjectTasks', `/api/task/project/${id}/items/all`)
    expect(body.map(({ TaskItemId }: { TaskItemId: number }) => TaskItemId)).toEqual([taskId])
    expect((await world.admin.get('/api/task/project/2147480000/items/all')).statusCode).toBe(404)
  })
})

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

describe('POST /api/projects/{projectid} (saveProject)', () => {
  test('records each change of a project and of its milestones', async () => {
    const { id, plan, taskId } = await createProject()
    const fields = { Name: 'Show', Description: 'Stands', ManagerContactId: world.staffId, DueDate: '2026-05-01' }
    await world.save(`/api/projects/${id}`, { AuditId: 1, ...fields })
    await world.save('/api/task/milestones/addedit', { ProjectMilestoneId: plan, Name: 'Plans' })
    await world.admin.delete(`/api/milestones/${plan}`)
    await world.admin.delete(`/api/task/${taskId}/2`)
    await world.admin.delete(`/api/projects/${id}/2`)
    const changes = {
      ...{ name: 'Show', description: 'Stands', typeId: null, managerId: world.staffId, isActive: true },
      ...{ startDate: null, dueDate: '2026-05-01T00:00:00.000Z' },
    }
    const payload = { name: 'Show' }
    expect(await world.trail('project', id)).toEqual([
      {
        ...{ kind: 'project.created', auditId: 1, payload: { name: 'Fair' } },
        changes: { ...changes, name: 'Fair', description: null, managerId: null, dueDate: null },
      },
      { kind: 'project.updated', auditId: 2, payload, changes },
      { kind: 'project.deleted', auditId: 3, payload, changes },
    ])
    expect(await world.trail('milestone', plan)).toEqual(
      [
        ['created', 'Plan'],
        ['updated', 'Plans'],
        ['deleted', 'Plans'],
      ].map(([action, name], n) => ({
        ...{ kind: `milestone.${action}`, auditId: n + 1 },
        ...{ payload: { name, projectId: id }, changes: { name, projectId: id } },
      })),
    )
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
