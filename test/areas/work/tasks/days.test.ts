import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project, ProjectTemplate } from '#contract/work/projects'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

const status = async (path: string, body: object) => (await world.admin.post(path, body)).statusCode

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('accepts or rejects days at the ends of the calendar without a server error', async () => {
    const statuses: Record<string, number> = {}
    for (const day of ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30', '10000-01-01', ''])
      for (const field of ['StartDate', 'DueDate', 'CompletedDate'])
        statuses[`${field} ${day}`] = await status('/api/task/items/0', { Name: 'x', [field]: day })
    for (const day of ['0001-01-01', '9999-12-31', '0000-01-01']) {
      const window = { CalendarStartDate: day, CalendarEndDate: day }
      statuses[`calendar ${day}`] = await status('/api/task/items/calendar/all', window)
      statuses[`from ${day}`] = await status('/api/task/items/calendar/all', { CalendarStartDate: day })
      statuses[`between ${day}`] = await status('/api/task/items/all', { DueDateBetween: `${day},${day}` })
    }
    const { ProjectTemplateId: id } = await world.save<{ ProjectTemplateId: number }>('/api/projecttemplates/0', {
      Name: 'Long',
      Tasks: [{ Name: 'x', StartDay: -3660, DueDay: 3660 }],
    })
    for (const StartDate of ['0001-01-01', '9999-12-31'])
      statuses[`template ${StartDate}`] = await status(`/api/projecttemplates/${id}/projects`, { StartDate })
    expect(Object.entries(statuses).filter(([, code]) => code >= 500)).toEqual([])
    expect(new Set(Object.values(statuses))).toEqual(new Set([200, 400, 422]))
  })

  test('uses the day of the tenant at a date-time', async () => {
    const days = { StartDate: '2026-02-28T23:30:00-08:00', DueDate: '2026-03-01 08:00' }
    const id = await world.task({ ...days, IsComplete: true, CompletedDate: '2026-03-04T09:00:00Z' })
    const kept = { StartDate: '2026-03-01', DueDate: '2026-03-01' }
    expect(await world.read(id)).toMatchObject({ ...kept, CompletedDate: '2026-03-04' })
    const project = await world.save<Project>('/api/projects/0', { Name: 'Fair', ...days })
    expect(project).toMatchObject(kept)
    const { ProjectTemplateId } = await world.save<ProjectTemplate>('/api/projecttemplates/0', {
      Name: 'Timed',
      Tasks: [{ Name: 'x', StartDay: 1 }],
    })
    const made = await world.save<Project>(`/api/projecttemplates/${ProjectTemplateId}/projects`, days)
    expect(made).toMatchObject({ StartDate: '2026-03-01', DueDate: '2026-03-02' })
    const window = { CalendarStartDate: '2026-03-01T00:00:00Z', CalendarEndDate: '2026-03-01T23:59:59Z' }
    expect(await world.names(window, '/api/task/items/calendar/all')).toEqual(['Call back'])
    for (const StartDate of ['2026-03-01T25:00:00Z', '2026-03-01T', '2026-03-01 noon', '2026-02-30T00:00:00Z'])
      expect(await status('/api/projects/0', { Name: 'x', StartDate }), StartDate).toBe(400)
  })
})
