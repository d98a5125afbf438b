import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '#contract/work/projects'
import type { TaskRow } from '#contract/work/tasks'
import { addPerson } from '#test/support/people/contact-rows'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld

const PATH = '/api/task/items/all'
const rowsOf = async (filter: object): Promise<TaskRow[]> =>
  (await world.admin.post(PATH, { Take: '1000', ...filter })).json().Results

beforeAll(async () => {
  world = await openTaskWorld()
  const { server, tenantId, save, task, staffId, contactId } = world
  const zoo = await save<Project>('/api/projects/0', { Name: 'Zoo' })
  const album = await save<Project>('/api/projects/0', { Name: 'Album' })
  const abe = await addPerson(server.database, tenantId, { firstName: 'Abe', lastName: 'Quist' })
  const ina = await addPerson(server.database, tenantId, { firstName: 'Ina', lastName: 'Kerr', isStaff: true })
  const done = { IsComplete: true }
  await task({
    Name: 'two',
    TaskPriorityId: '1',
    SystemTaskTypeId: '2',
    ...done,
    CompletedDate: '2026-02-28',
    ContactId: String(contactId),
    AssignedToContactId: String(ina.id),
    ProjectId: String(zoo.ProjectId),
    StartDate: '2026-02-05',
    DueDate: '2026-02-06',
  })
  await task({
    Name: 'one',
    TaskPriorityId: '4',
    SystemTaskTypeId: '5',
    ...done,
    CompletedDate: '2026-03-02',
    ContactId: String(abe.id),
    AssignedToContactId: String(staffId),
    ProjectId: String(album.ProjectId),
    StartDate: '2026-01-05',
    DueDate: '2026-03-01',
  })
  await task({ Name: 'bare', PercentComplete: '40' })
})
afterAll(() => world.server.close())

describe('POST /api/task/items/all (searchTasks)', () => {
  test.each<[keyof TaskRow, string[]]>([
    ['TaskItemId', ['two', 'one', 'bare']],
    ['Name', ['bare', 'one', 'two']],
    ['TaskPriorityId', ['two', 'bare', 'one']],
    ['SystemTaskTypeId', ['bare', 'two', 'one']],
    ['TaskType', ['two', 'one', 'bare']],
    ['ContactId', ['bare', 'two', 'one']],
    ['Contact', ['bare', 'one', 'two']],
    ['AssignedToContactId', ['bare', 'one', 'two']],
    ['AssignedToContact', ['bare', 'two', 'one']],
    ['StartDate', ['one', 'two', 'bare']],
    ['DueDate', ['two', 'one', 'bare']],
    ['CompletedDate', ['two', 'one', 'bare']],
    ['ProjectId', ['bare', 'two', 'one']],
    ['ProjectName', ['bare', 'one', 'two']],
  ])('orders by %s: missing texts and ids first, missing dates last; and filters by it', async (field, names) => {
    const named = (rows: TaskRow[]) => rows.map(({ Name }) => Name)
    const rows = await rowsOf({ OrderBy: field })
    expect(named(rows)).toEqual(names)
    expect(named(await rowsOf({ OrderBy: `${field} desc` }))).toEqual([...names].reverse())
    for (const { [field]: value, Name } of rows) {
      const isText = ['Name', 'TaskType', 'Contact', 'AssignedToContact', 'ProjectName'].includes(field)
      const literal = value !== null && isText ? `'${value}'` : value
      expect(named(await rowsOf({ Filter: `${field} eq ${literal}` })), `${literal}`).toEqual([Name])
    }
  })

  test('orders by PercentComplete, and filters by it', async () => {
    const percents = async (filter: object) => (await rowsOf(filter)).map(({ PercentComplete }) => PercentComplete)
    expect(await percents({ OrderBy: 'PercentComplete' })).toEqual(['40', '100', '100'])
    expect(await percents({ OrderBy: 'PercentComplete desc' })).toEqual(['100', '100', '40'])
    expect(await percents({ Filter: 'PercentComplete lt 50' })).toEqual(['40'])
  })

  test('sends no link to a next page, because no parameter could request it', async () => {
    for (const path of [PATH, '/api/task/items/calendar/all']) {
      const page = await world.admin.post(path, { Take: '1', CalendarStartDate: '2026-02-01' })
      expect([page.json().Results.length, page.json().TotalRecordAvailable > 1], path).toEqual([1, true])
      expect(page.headers.link, path).toBeUndefined()
    }
  })
})
