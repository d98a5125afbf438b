import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project, ProjectType } from '#contract/work/projects'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
const ids = { manager: 0, type: 0, project: 0 }
beforeAll(async () => {
  world = await openTaskWorld()
  const { clock, save, staffId, task } = world
  ids.manager = staffId
  ids.type = (await save<ProjectType>('/api/projecttypes/0', { Name: 'Event' })).ProjectTypeId
  const create = async (day: string, fields: object) => {
    clock.set(`${day}T12:00:00Z`)
    return (await save<Project>('/api/projects/0', fields)).ProjectId
  }
  await create('2026-03-03', { Name: 'b', StartDate: '2026-05-01', DueDate: '2026-05-02', ProjectTypeId: ids.type })
  const busy = await create('2026-03-01', { Name: 'C', StartDate: '2026-04-01', DueDate: '2026-06-01' })
  ids.project = await create('2026-03-02', { Name: 'a', ManagerContactId: ids.manager, IsActive: false })
  for (const IsComplete of [false, true, true]) await task({ ProjectId: String(busy), IsComplete })
})
afterAll(() => world.server.close())

const names = async (parameter: string, value: string): Promise<string[]> => {
  const answer = await world.admin.get(`/api/projects?${parameter}=${encodeURIComponent(value)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().Results.map(({ Name }: Project) => Name)
}

describe('GET /api/projects (listProjects)', () => {
  test.each([
    ['ProjectId', ['b', 'C', 'a']],
    ['Name', ['a', 'b', 'C']],
    ['StartDate', ['C', 'b', 'a']],
    ['DueDate', ['b', 'C', 'a']],
    ['CreatedDate', ['C', 'a', 'b']],
  ])('orders by %s, missing dates last', async (field, expected) => {
    expect(await names('OrderBy', field)).toEqual(expected)
    expect(await names('OrderBy', `${field} desc`)).toEqual([...expected].reverse())
  })

  test.each<[string, () => string, string]>([
    ['ProjectId', () => `eq ${ids.project}`, 'a'],
    ['Name', () => "eq 'C'", 'C'],
    ['ProjectTypeId', () => `eq ${ids.type}`, 'b'],
    ['ManagerContactId', () => `eq ${ids.manager}`, 'a'],
    ['StartDate', () => 'eq 2026-04-01', 'C'],
    ['DueDate', () => 'eq 2026-05-02', 'b'],
    ['IsActive', () => 'eq false', 'a'],
    ['TaskCount', () => 'eq 3', 'C'],
    ['OpenTaskCount', () => 'eq 1', 'C'],
    ['CreatedDate', () => 'eq 2026-03-02T12:00:00Z', 'a'],
  ])('filters by %s', async (field, condition, expected) => {
    expect(await names('Filter', `${field} ${condition()}`)).toEqual([expected])
  })
})
