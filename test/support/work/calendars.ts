import { expect } from 'vitest'
import type { TestCaller } from '../build-app.ts'
import { expectShape } from '../server/contract-shape.ts'

const WEEKLY = {
  Title: 'Meeting',
  Location: 'Hall',
  Description: 'All come.',
  TimeZone: 'Europe/Berlin',
  Start: '2026-03-15T10:00',
  End: '2026-03-15T12:00',
  RecurrenceRule: 'FREQ=WEEKLY;COUNT=5',
}
let calendars = 0
/** Adds a calendar with one weekly item. Returns the requests for the item, each checked against its shape. */
export const addWeeklyItem = async (caller: TestCaller, body: object = {}) => {
  const Name = `Calendar ${calendars++}`
  const calendar = (await caller.post('/api/calendars/0', { Name, IsICalPublishingEnabled: true })).json().CalendarId
  const made = await caller.post(`/api/calendars/${calendar}/items/0`, { ...WEEKLY, ...body })
  expect(made.statusCode, made.body).toBe(200)
  const item = made.json()
  const path = `/api/calendars/${calendar}/items/${item.CalendarItemId}`
  let version = 1
  const done = async (operation: string, answer: Awaited<ReturnType<TestCaller['post']>>) => {
    expect(answer.statusCode, answer.body).toBe(200)
    expectShape(operation, answer.json())
    version = answer.json().AuditId
    return answer.json()
  }
  return {
    calendar,
    path,
    item,
    at: (start: string) => `${path}/occurrences/${start}`,
    change: async (start: string, change: object) =>
      done(
        'saveCalendarOccurrence',
        await caller.post(`${path}/occurrences/${start}`, { ...change, AuditId: version }),
      ),
    save: async (change: object) => done('saveCalendarItem', await caller.post(path, { ...change, AuditId: version })),
    reset: async (start: string) =>
      done('resetCalendarOccurrence', await caller.delete(`${path}/occurrences/${start}`)),
    read: async () => done('getCalendarItem', await caller.get(path)),
    within: async (from: string, to: string) => {
      const answer = await caller.get(`/api/calendars/${calendar}/occurrences?From=${from}&To=${to}`)
      expect(answer.statusCode, answer.body).toBe(200)
      expectShape('listCalendarOccurrences', answer.json())
      return answer.json() as Record<
        'Title' | 'Start' | 'End' | 'StartsAt' | 'EndsAt' | 'Status' | 'OriginalStart',
        string
      >[]
    },
  }
}
