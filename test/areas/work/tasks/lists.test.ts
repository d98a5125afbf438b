import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Milestone } from '#contract/work/tasks'
import { countQueries } from '#test/support/database/count-queries'
import { expectShape } from '#test/support/server/contract-shape'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
let projectId: number
const ids: Record<string, number> = {}

beforeAll(async () => {
  // The 4th in UTC, the 5th in Auckland.
  world = await openTaskWorld('2026-03-04T12:00:00Z', 'Pacific/Auckland')
  const { server, tenantId, staffId, contactId } = world
  const named = { tenantId, name: 'Été fair', nameKey: 'ete fair' }
  projectId = (await server.database.system.project.create({ data: named })).id
  const make = async (Name: string, fields: object) => {
    ids[Name] = await world.task({ Name, ...fields })
  }
  const of = { AssignedToContactId: String(staffId) }
  await make('yesterday', { DueDate: '2026-03-04', ...of, ContactId: String(contactId) })
  await make('today low', { DueDate: '2026-03-05', TaskPriorityId: '1', StartDate: '2026-03-01' })
  await make('today urgent', { DueDate: '2026-03-05', TaskPriorityId: '4', SystemTaskTypeId: '2', ...of })
  await make('none', { Description: 'Größe "prüfen"', ProjectId: String(projectId) })
  await make('done late', {
    DueDate: '2026-02-01',
    IsComplete: true,
    CompletedDate: '2026-03-03',
    ProjectId: String(projectId),
  })
  await make('april', {
    StartDate: '2026-02-20',
    DueDate: '2026-04-02',
    ProjectId: String(projectId),
    TaskPriorityId: '3',
  })
})
afterAll(() => world.server.close())

describe('POST /api/task/items/all (searchTasks)', () => {
  test('returns tasks by due date, those without one last, then from urgent to low', async () => {
    const all = ['done late', 'yesterday', 'today urgent', 'today low', 'april', 'none']
    expect(await world.names()).toEqual(all)
    const first = (await world.admin.get('/api/task/items/all')).json()
    expectShape('listTasks', first)
    expect(first.Results.map(({ Name }: { Name: string }) => Name)).toEqual(all)
    expect(first).toMatchObject({ TotalRecordAvailable: '6', CriteriaItems: [], Criteria: null, ModelItems: null })
    expect(
      first.Results.every(({ TotalRecordAvailable }: { TotalRecordAvailable: number }) => TotalRecordAvailable === 6),
    ).toBe(true)
  })

  test('filters by each field', async () => {
    const { names, staffId } = world
    expect(await names({ IsOverdue: true })).toEqual(['yesterday'])
    expect(await names({ IsOpen: true })).toEqual(['yesterday', 'today urgent', 'today low', 'april', 'none'])
    expect(await names({ IsComplete: true })).toEqual(['done late'])
    expect(await names({ IsOpen: true, IsComplete: true })).toEqual([])
    expect(await names({ HasDueDate: true, IsOpen: true, ProjectId: projectId })).toEqual(['april'])
    expect(await names({ ProjectId: projectId })).toEqual(['done late', 'april', 'none'])
    expect(await names({ ProjectId: projectId, IsOpen: true })).toEqual(['april', 'none'])
    expect(await names({ AssignedToContactId: String(staffId) })).toEqual(['yesterday', 'today urgent'])
    expect(await names({ AssignedToContactId: '0', IsComplete: false })).toHaveLength(4)
    expect(await names({ AssignedToContactId: '9999999999' })).toEqual([])
    expect(await names({ StartDateBetween: '2026-02-20,2026-03-01' })).toEqual(['today low', 'april'])
    expect(await names({ DueDateBetween: ',2026-03-04' })).toEqual(['done late', 'yesterday'])
    expect(await names({ CompletedDateBetween: '2026-03-03,' })).toEqual(['done late'])
    expect(await names({ ProjectName: 'ÉTÉ' })).toEqual(['done late', 'april', 'none'])
    const { TaskTypeId } = await world.read(ids['today urgent'] ?? 0)
    expect(await names({ TaskTypeId })).toEqual(['today urgent'])
    const bad = await world.admin.post('/api/task/items/all', { DueDateBetween: '2026-03-05,2026-03-04' })
    expect([bad.statusCode, bad.json().errors[0].pointer]).toEqual([400, '/DueDateBetween'])
  })

  test('searches text ignoring case and accents, also in the names of contact, assignee and project', async () => {
    const { names } = world
    expect(await names({ Criteria: 'grosse pruef' })).toEqual(['none'])
    expect(await names({ Criteria: 'grosse unknown' })).toEqual([])
    expect(await names({ Criteria: 'größe PRUFEN' })).toEqual(['none'])
    expect(await names({ Criteria: 'moreno yester' })).toEqual(['yesterday'])
    expect(await names({ Criteria: 'lind' })).toEqual(['yesterday', 'today urgent'])
    expect(await names({ Criteria: 'ete', IsOpen: true })).toEqual(['april', 'none'])
  })

  test('supports Filter, OrderBy and paging, and returns the criteria', async () => {
    const { names, admin } = world
    expect(
      await names({ Filter: "SystemTaskTypeId eq 2 or ProjectName eq 'Été fair' and PercentComplete eq 100" }),
    ).toEqual(['done late', 'today urgent'])
    expect(await names({ OrderBy: 'TaskPriorityId desc, Name' })).toEqual([
      'today urgent',
      'april',
      'done late',
      'none',
      'yesterday',
      'today low',
    ])
    expect((await names({ OrderBy: 'Contact desc' }))[0]).toBe('yesterday')
    const page = (
      await admin.post('/api/task/items/all', { Take: '2', Skip: '1', IsOverdue: false, IsOpen: true })
    ).json()
    expectShape('searchTasks', page)
    expect(page.CriteriaItems).toEqual([{ Name: 'IsOpen', Value: 'true' }])
    expect(page.TotalRecordAvailable).toBe('5')
    expect(page.Results.map(({ Name }: { Name: string }) => Name)).toEqual(['today urgent', 'today low'])
    for (const wrong of [{ Take: '1001' }, { Filter: "Description eq 'x'" }, { OrderBy: 'due_order' }])
      expect((await admin.post('/api/task/items/all', wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
  })

  test('returns as criteria only the fields that restrict the list', async () => {
    const criteria = async (path: string, filter: object) =>
      (await world.admin.post(path, filter)).json().CriteriaItems.map(({ Name }: { Name: string }) => Name)
    const window = { CalendarStartDate: '2026-03-01', CalendarEndDate: '2026-03-31' }
    const idle = { ProjectName: ' ', Filter: '', DueDateBetween: ' , ', IsOverdue: false, ProjectId: 0 }
    expect(await criteria('/api/task/items/all', { ...window, ...idle })).toEqual([])
    expect(await criteria(`/api/task/project/${projectId}/items/all`, { ...window, ...idle, IsOpen: true })).toEqual([
      'IsOpen',
    ])
    expect(await criteria('/api/task/items/calendar/all', { ...window, ...idle })).toEqual(Object.keys(window))
    const telling = { AssignedToContactId: '0', DueDateBetween: '2026-01-01,', ProjectName: ',' }
    expect(await criteria('/api/task/items/all', telling)).toEqual(Object.keys(telling))
  })
})

describe('the number of statements of each list does not depend on its length', () => {
  const costOf = async (ask: () => Promise<{ statusCode: number }>): Promise<number> => {
    const { result, queries } = await countQueries(world.server.database, ask)
    expect(result.statusCode).toBe(200)
    return queries.length
  }

  describe('POST /api/task/items/all (searchTasks)', () => {
    test.each<[string, (take: string) => Promise<{ statusCode: number }>]>([
      ['tasks', (Take) => world.admin.post('/api/task/items/all', { Take, Criteria: 'a' })],
      ['calendar', (Take) => world.admin.post('/api/task/items/calendar/all', { Take })],
      ['tasks of a project', (Take) => world.admin.post(`/api/task/project/${projectId}/items/all`, { Take })],
      ['projects', (take) => world.admin.get(`/api/projects?Take=${take}`)],
    ])('%s', async (_, ask) => {
      expect(await costOf(() => ask('6'))).toBe(await costOf(() => ask('1')))
    })
  })

  describe('GET /api/task/items/all (listTasks)', () => {
    test('uses the same number of statements before and after tasks are added', async () => {
      const { ProjectTemplateId } = await world.save<{ ProjectTemplateId: number }>('/api/projecttemplates/0', {
        Name: 'Plan',
      })
      const paths = [
        `/api/task/project/${projectId}/items/all`,
        `/api/projects/${projectId}`,
        `/api/projects/${projectId}/milestones`,
        `/api/task/milestones/lookup/${projectId}`,
        `/api/task/items/lookup/0/${projectId}`,
        `/api/task/templates/milestones/lookup/${ProjectTemplateId}`,
        '/api/task/types/all',
        '/api/task/types/lookup',
        '/api/projecttypes',
        '/api/projecttemplates',
      ]
      const costs = async () => {
        const counted: number[] = []
        for (const path of paths) counted.push(await costOf(() => world.admin.get(path)))
        return counted
      }
      await costs()
      const before = await costs()
      const taken: number[] = []
      for (const n of [1, 2, 3]) {
        const { Id } = await world.save<Milestone>('/api/task/milestones/addedit', {
          ProjectId: projectId,
          Name: `M ${n}`,
        })
        await world.save('/api/task/template/milestones/addedit', { ProjectTemplateId, Name: `M ${n}` })
        await world.save('/api/task/types/0', { Name: `Type ${n}`, SystemTaskTypeId: '2' })
        await world.save('/api/projecttypes/0', { Name: `Type ${n}` })
        await world.save('/api/projecttemplates/0', { Name: `Plan ${n}`, Tasks: [{ Name: 'x' }] })
        const place = { ProjectId: String(projectId), ProjectMilestoneId: String(Id) }
        taken.push(await world.task({ Name: `counted ${n}`, DueDate: '2026-12-01', ...place }))
      }
      expect(await costs()).toEqual(before)
      for (const id of taken) await world.admin.delete(`/api/task/${id}/1`)
    })
  })
})

describe('POST /api/task/project/{projectid}/items/all (searchProjectTasks)', () => {
  test('returns only the tasks of the project, completely and by page', async () => {
    const all = await world.admin.get(`/api/task/project/${projectId}/items/all`)
    expectShape('listProjectTasks', all.json())
    expect(all.json().map(({ Name }: { Name: string }) => Name)).toEqual(['done late', 'april', 'none'])
    const path = `/api/task/project/${projectId}/items/all`
    expect(await world.names({ IsOpen: true }, path)).toEqual(['april', 'none'])
    const page = (await world.admin.post(path, { ProjectId: 7, IsOpen: true })).json()
    expectShape('searchProjectTasks', page)
    expect(page.CriteriaItems).toEqual([{ Name: 'IsOpen', Value: 'true' }])
    expect((await world.admin.get('/api/task/project/2147480000/items/all')).statusCode).toBe(404)
  })
})

describe('the calendar', () => {
  const path = '/api/task/items/calendar/all'

  describe('POST /api/task/items/calendar/all (searchCalendarTasks)', () => {
    test('returns the tasks that overlap the window, both days included, by their first day', async () => {
      const within = (CalendarStartDate: string, CalendarEndDate: string) =>
        world.names({ CalendarStartDate, CalendarEndDate }, path)
      expect(await within('2026-03-05', '2026-03-05')).toEqual(['april', 'today low', 'today urgent'])
      expect(await within('2026-04-02', '2026-04-30')).toEqual(['april'])
      expect(await within('2026-04-03', '2026-04-30')).toEqual([])
      expect(await within('2026-02-01', '2026-02-20')).toEqual(['done late', 'april'])
    })
  })

  describe('GET /api/task/items/calendar/all (listCalendarTasks)', () => {
    test('returns the current month without a window', async () => {
      const month = (await world.admin.get(path)).json()
      expectShape('listCalendarTasks', month)
      expect(month.Results.map(({ Name }: { Name: string }) => Name)).toEqual([
        'april',
        'today low',
        'yesterday',
        'today urgent',
      ])
      expect(await world.names({ CalendarStartDate: '2026-02-25' }, path)).toEqual(['april'])
    })
  })

  describe('POST /api/task/items/calendar/all (searchCalendarTasks)', () => {
    test('returns 400 for a window that ends before it starts or is longer than a year', async () => {
      for (const CalendarEndDate of ['2026-02-28', '2027-03-02']) {
        const answer = await world.admin.post(path, { CalendarStartDate: '2026-03-01', CalendarEndDate })
        expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/CalendarEndDate'])
      }
      expect(await world.names({ CalendarStartDate: '2026-03-01', CalendarEndDate: '2027-03-01' }, path)).toHaveLength(
        4,
      )
    })
  })
})

describe('GET /api/task/items/all (listTasks)', () => {
  test('returns stored totals that equal the counted ones after any change', async () => {
    const { server, tenantId, task, change, admin } = world
    const id = await task({ ProjectId: String(projectId), TaskItems: [{ TaskItemId: 0, Name: 'part' }] })
    await change(id, { ProjectId: null })
    const other = await task({ ProjectId: String(projectId), IsComplete: true })
    await change(other, { IsComplete: false })
    await admin.delete(`/api/task/${id}/2`)
    await admin.delete(`/api/task/${other}/2`)
    const rows = await server.database.system.$queryRaw<object[]>`
      select bucket, sum(n)::int as kept, case bucket when 'task:all' then (select count(*) from task_item where tenant_id = ${tenantId})
        when 'task:open' then (select count(*) from task_item where tenant_id = ${tenantId} and completed_on is null)
        else (select count(*) from task_item where tenant_id = ${tenantId} and project_id = ${projectId}
          and (bucket like '%:all' or completed_on is null)) end::int as counted
      from record_count where tenant_id = ${tenantId} and bucket like 'task:%' group by bucket order by bucket`
    expect(rows).toEqual([
      { bucket: 'task:all', kept: 6, counted: 6 },
      { bucket: 'task:open', kept: 5, counted: 5 },
      { bucket: `task:project:${projectId}:all`, kept: 3, counted: 3 },
      { bucket: `task:project:${projectId}:open`, kept: 2, counted: 2 },
    ])
  })
})

describe('GET /api/task/currentusersummary (getCurrentUserTaskSummary)', () => {
  test("counts overdue tasks by the tenant's day; an API key has none of its own", async () => {
    const summary = await world.admin.get('/api/task/currentusersummary')
    expectShape('getCurrentUserTaskSummary', summary.json())
    expect(summary.json()).toEqual({ TotalOverdueTasks: 1, CurrentUserOverdueTasks: 0 })
    world.clock.set('2026-03-05T12:00:00Z')
    expect((await world.admin.get('/api/task/currentusersummary')).json().TotalOverdueTasks).toBe(3)
    expect((await world.read(ids['today low'] ?? 0)).TaskData?.IsOverdue).toBe(true)
    world.clock.set('2026-03-04T12:00:00Z')
  })
})

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('updates the number of open tasks in the summary of the contact', async () => {
    const open = async () =>
      (await world.admin.get(`/api/contacts/PersonSummary/${world.contactId}`)).json().OpenTaskCount
    expect(await open()).toBe(1)
    await world.change(ids.yesterday ?? 0, { IsComplete: true })
    expect(await open()).toBe(0)
  })
})
