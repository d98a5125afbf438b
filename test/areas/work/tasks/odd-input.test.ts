import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTaskWorld, type TaskWorld } from './tasks-api.ts'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

const status = async (path: string, body: object) => (await world.admin.post(path, body)).statusCode

test('days at the ends of the calendar are kept or refused, never a fault of the server', async () => {
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
