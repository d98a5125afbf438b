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

describe('GET /api/task/item/tooltip/{taskitemid} (getTaskTooltip)', () => {
  test('returns a card with the task, completely escaped', async () => {
    const id = await world.task({
      Name: '<img src=x onerror="alert(1)">',
      TaskPriorityId: '4',
      SystemTaskTypeId: '2',
      DueDate: '2026-03-01',
      ContactId: String(world.contactId),
      AssignedToContactId: String(world.staffId),
      PercentComplete: '40',
    })
    const answer = await world.admin.get(`/api/task/item/tooltip/${id}`)
    expectShape('getTaskTooltip', answer.json())
    const { Content, Headers } = answer.json()
    expect(Headers).toEqual({ 'content-type': 'text/html; charset=utf-8' })
    expect(Content).toBe(
      '<div class="task-card"><strong>&#60;img src=x onerror=&#34;alert(1)&#34;&#62;</strong>' +
        '<p>Call, urgent priority, due 2026-03-01 (overdue)</p><p>Contact: Ada Moreno</p><p>Assigned to: Jo Lind</p>' +
        '<p>40 % complete</p></div>',
    )
  })

  test('contains the project, start and completion of a task, and no line for a missing value', async () => {
    const { ProjectId } = await world.save<Project>('/api/projects/0', { Name: 'R & D' })
    const call = { SystemTaskTypeId: '2', TaskPriorityId: '1' }
    const done = { IsComplete: true, CompletedDate: '2026-03-03', StartDate: '2026-02-01', DueDate: '2026-02-02' }
    const id = await world.task({ Name: 'Done', ProjectId: String(ProjectId), ...call, ...done })
    const contentOf = async (task: number) => (await world.admin.get(`/api/task/item/tooltip/${task}`)).json().Content
    expect(await contentOf(id)).toBe(
      '<div class="task-card"><strong>Done</strong><p>Call, low priority, due 2026-02-02</p>' +
        '<p>Project: R &#38; D</p><p>Starts 2026-02-01</p><p>Completed 2026-03-03</p></div>',
    )
    expect(await contentOf(await world.task({ Name: 'Bare', ...call, DueDate: '2026-03-04' }))).toBe(
      '<div class="task-card"><strong>Bare</strong><p>Call, low priority, due 2026-03-04</p><p>0 % complete</p></div>',
    )
  })

  test('returns the card itself if the request accepts HTML', async () => {
    const id = await world.task({ Name: 'Plain' })
    const ask = (accept: string) => world.admin.get(`/api/task/item/tooltip/${id}`, { accept })
    const browser = await ask('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect(browser.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(browser.body).toMatch(/^<div class="task-card"><strong>Plain/)
    for (const accept of ['application/json', '*/*', 'text/html;q=0.1, application/json'])
      expect((await ask(accept)).json().StatusCode, accept).toBe('200')
    expect((await world.admin.get('/api/task/item/tooltip/2147480000')).statusCode).toBe(404)
  })
})

describe('GET /api/task/items/lookup/{taskitemid}/{projectid} (lookupTasks)', () => {
  test('returns the possible tasks by name, with the current one selected', async () => {
    const first = await world.task({ Name: 'lookup b' })
    const other = await world.task({ Name: 'Lookup a' })
    const id = await world.task({ Name: 'lookup c', DependentOnTaskId: String(first) })
    const found = (await world.admin.get(`/api/task/items/lookup/${id}/0`)).json()
    const mine = found.filter(({ Name }: { Name: string }) => /^lookup/i.test(Name))
    expect(mine).toMatchObject([
      { Id: other, Name: 'Lookup a', IsSelected: false },
      { Id: first, Name: 'lookup b', IsSelected: true },
    ])
    expect((await world.admin.get('/api/task/items/lookup/2147480000/0')).statusCode).toBe(404)
    expect((await world.admin.get('/api/task/items/lookup/0/2147480000')).statusCode).toBe(404)
  })
})

describe('GET /api/task/items/lookup/{taskitemid}/{projectid} (lookupTasks)', () => {
  test('returns 1000 tasks at most, and the current one among them', async () => {
    const { ProjectId } = await world.save<Project>('/api/projects/0', { Name: 'Crowded' })
    const own = { ProjectId: String(ProjectId) }
    const last = await world.task({ ...own, Name: 'Z last' })
    const id = await world.task({ ...own, Name: 'Waits', DependentOnTaskId: String(last) })
    await world.server.database.system.$executeRaw`INSERT INTO task_item (tenant_id, type_id, name, project_id)
      SELECT tenant_id, type_id, 'Task ' || n, project_id FROM task_item, generate_series(1, 1000) n
      WHERE tenant_id = ${world.tenantId} AND id = ${last}`
    const found = (await world.admin.get(`/api/task/items/lookup/${id}/${ProjectId}`)).json()
    expect(found).toHaveLength(1000)
    expect(found.at(-1)).toMatchObject({ Id: last, Name: 'Z last', IsSelected: true })
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
