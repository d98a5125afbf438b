import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTwoChapters, type TwoChapters } from '#test/support/people/two-chapters'

let two: TwoChapters
const tasks: Record<string, number> = {}
beforeAll(async () => {
  two = await openTwoChapters()
  const { save, admin, ids } = two
  const task = (Name: string, fields: object) => save(admin, '/api/task/items/0', { Name, ...fields })
  for (const [name, contactId] of [
    ['of Ann', ids.ann],
    ['of Eve', ids.eve],
  ] as const)
    tasks[name] = (await task(name, { ContactId: String(contactId), DueDate: '2020-01-01' })).TaskItemId ?? 0
  tasks['without contact'] = (await task('without contact', {})).TaskItemId ?? 0
  tasks['after Eve'] =
    (await task('after Eve', { ContactId: String(ids.ann), DependentOnTaskId: String(tasks['of Eve']) })).TaskItemId ??
    0
})
afterAll(() => two.server.close())

describe('POST /api/task/items/all (searchTasks)', () => {
  test("returns the tasks of the caller's chapters, in lists, counts and one by one, and no other", async () => {
    const { owner } = two
    const page = (await owner.post('/api/task/items/all', {})).json()
    expect(page.Results.map(({ Name }: { Name: string }) => Name)).toEqual(['of Ann', 'after Eve'])
    expect(page.TotalRecordAvailable).toBe('2')
    expect((await owner.post('/api/task/items/all', { Criteria: 'of' })).json().TotalRecordAvailable).toBe('1')
    expect((await owner.get('/api/task/currentusersummary')).json().TotalOverdueTasks).toBe(1)
    for (const name of ['of Eve', 'without contact']) {
      expect((await owner.get(`/api/task/items/${tasks[name]}/0/0`)).statusCode, name).toBe(404)
      expect((await owner.get(`/api/task/item/tooltip/${tasks[name]}`)).statusCode, name).toBe(404)
      expect((await owner.post(`/api/task/items/${tasks[name]}`, { AuditId: 1, Name: 'Mine' })).statusCode, name).toBe(
        404,
      )
      expect((await owner.delete(`/api/task/${tasks[name]}/1`)).statusCode, name).toBe(404)
    }
    expect((await owner.get(`/api/task/items/${tasks['of Ann']}/0/0`)).json().Contact).toBe('Ann North')
  })
})

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('creates tasks about members of the chapter, also for the caller itself, and about no other contact', async () => {
    const { owner, save, ids } = two
    const made = await save<{ AssignedToContactId: string }>(owner, '/api/task/items/0', {
      Name: 'Call Ann',
      ContactId: String(ids.ann),
      AssignedToContactId: String(owner.contactId),
      DueDate: '2020-01-02',
      TaskItems: [{ TaskItemId: 0, Name: 'Find the number' }],
    })
    expect(made.AssignedToContactId).toBe(String(owner.contactId))
    const summary = (await owner.get('/api/task/currentusersummary')).json()
    expect(summary).toEqual({ TotalOverdueTasks: 2, CurrentUserOverdueTasks: 1 })
    const foreign = await owner.post('/api/task/items/0', { Name: 'x', ContactId: String(ids.eve) })
    expect([foreign.statusCode, foreign.json().errors[0].pointer]).toEqual([422, '/ContactId'])
    const none = await owner.post('/api/task/items/0', { Name: 'x' })
    expect([none.statusCode, none.json().code]).toEqual([403, 'beyond-chapters'])
  })

  test('applies rules of tasks that the caller does not see, without naming these tasks', async () => {
    const { owner } = two
    const path = `/api/task/items/${tasks['after Eve']}`
    const refused = await owner.post(path, { AuditId: 1, IsComplete: true })
    expect([refused.statusCode, refused.json().code, refused.json().TaskItemId]).toEqual([409, 'task-open', undefined])
    const offered = (await owner.get(`/api/task/items/lookup/${tasks['after Eve']}/0`)).json()
    expect(offered.map(({ Id }: { Id: number }) => Id)).not.toContain(tasks['of Eve'])
  })

  test("saves a member's task in a project, although the caller sees no projects", async () => {
    const { owner, admin, save, ids } = two
    const { ProjectId } = await save(admin, '/api/projects/0', { Name: 'Fair' })
    const Id = (await save(admin, '/api/task/milestones/addedit', { ProjectId, Name: 'Doors' })).Id ?? 0
    const place = { ProjectId: String(ProjectId), ProjectMilestoneId: String(Id) }
    const { TaskItemId } = await save(admin, '/api/task/items/0', { Name: 'x', ContactId: String(ids.ann), ...place })
    for (const query of ['', '?Criteria=fair', '?Filter=TaskCount gt 0&OrderBy=DueDate']) {
      const none = await owner.get(`/api/projects${query}`)
      expect([none.statusCode, none.json().TotalRecordAvailable, none.json().Results], query).toEqual([200, '0', []])
    }
    const paths = ['/api/projects/ID', '/api/projects/ID/milestones', '/api/task/milestones/lookup/ID']
    for (const path of [...paths, '/api/task/project/ID/items/all', `/api/task/items/lookup/0/ID`])
      expect((await owner.get(path.replace('ID', String(ProjectId)))).statusCode, path).toBe(404)
    expect((await owner.get(`/api/milestones/${Id}`)).statusCode).toBe(404)
    const read = (await owner.get(`/api/task/items/${TaskItemId}/0/0`)).json()
    expect(read).toMatchObject({ ...place, ProjectName: null })
    expect((await owner.post(`/api/task/items/${TaskItemId}`, { ...read, Name: 'y' })).statusCode).toBe(200)
    expect((await owner.get(`/api/task/items/${TaskItemId}/0/0`)).json()).toMatchObject({ ...place, Name: 'y' })
  })
})

describe('POST /api/task/types/{tasktypeid} (saveTaskType)', () => {
  test('returns 403 for a caller that is limited to chapters', async () => {
    const answer = await two.owner.post('/api/task/types/0', { Name: 'Own', SystemTaskTypeId: '1' })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'beyond-chapters'])
    expect((await two.owner.get('/api/task/types/all')).json()).toHaveLength(5)
  })
})
