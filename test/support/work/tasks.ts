import { expect } from 'vitest'
import type { TaskItemEdit, TaskRow } from '#contract/work/tasks'
import type { Clock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '../build-app.ts'
import { addPerson } from '../people/contact-rows.ts'

/** A tenant with a clock that a test can set, a contact and a member of the staff. */
export interface TaskWorld {
  server: TestApp
  admin: TestCaller
  tenantId: number
  clock: Clock & { set(instant: string): void }
  /** A contact, and a member of the staff with an email address. */
  contactId: number
  staffId: number
  /** Posts a body and expects status 200. */
  save<T = TaskRow>(url: string, body: object, by?: Poster): Promise<T>
  /** Creates a task with these fields. */
  task(fields?: object): Promise<number>
  read(id: number): Promise<TaskItemEdit>
  /** Saves a task under its current version. */
  change(id: number, fields: object): Promise<TaskRow>
  /** As change, for any status. */
  tryChange(id: number, fields: object, auditId?: number): Promise<{ status: number; body: Refusal }>
  /** Returns the names of the tasks that a filter finds, in the order of the list, and checks the total. */
  names(filter?: object, path?: string): Promise<string[]>
  /** Returns the events of a record with their history, by version. */
  trail(entity: string, entityId: number): Promise<Recorded[]>
}

/** An event, and the changes that the history contains for its version. */
interface Recorded {
  kind: string
  auditId: number
  payload: unknown
  changes: unknown
}

type Poster = Pick<TestCaller, 'post'>

export interface Refusal {
  code?: string
  TaskItemId?: number
  errors?: { pointer: string; message: string }[]
}

export const openTaskWorld = async (
  start = '2026-03-04T12:00:00Z',
  timeZone = 'UTC',
  options: TestAppOptions = {},
): Promise<TaskWorld> => {
  let now = new Date(start)
  const set = (instant: string): void => {
    now = new Date(instant)
  }
  const clock = { now: () => now, set }
  const server = await buildTestApp({ clock, ...options })
  const admin = await server.tenant()
  const tenantId = admin.tenant.id
  await server.database.system.tenant.update({ where: { id: tenantId }, data: { timeZone } })
  const contact = await addPerson(server.database, tenantId, { firstName: 'Ada', lastName: 'Moreno' })
  const staff = await addPerson(server.database, tenantId, {
    firstName: 'Jo',
    lastName: 'Lind',
    isStaff: true,
    emailAddress: 'jo@lind.example',
  })
  const save: TaskWorld['save'] = async (url, body, by = admin) => {
    const answer = await by.post(url, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const read: TaskWorld['read'] = async (id) => {
    const answer = await admin.get(`/api/task/items/${id}/0/0`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  return {
    server,
    admin,
    tenantId,
    clock,
    contactId: contact.id,
    staffId: staff.id,
    save,
    read,
    task: async (fields = {}) => (await save('/api/task/items/0', { Name: 'Call back', ...fields })).TaskItemId,
    change: async (id, fields) => save(`/api/task/items/${id}`, { AuditId: (await read(id)).AuditId, ...fields }),
    tryChange: async (id, fields, auditId) => {
      const AuditId = auditId ?? (id === 0 ? 0 : (await read(id)).AuditId)
      const answer = await admin.post(`/api/task/items/${id}`, { AuditId, ...fields })
      return { status: answer.statusCode, body: answer.json() }
    },
    names: async (filter = {}, path = '/api/task/items/all') => {
      const page = (await admin.post(path, { Take: '1000', ...filter })).json()
      expect(page.TotalRecordAvailable, JSON.stringify(page)).toBe(String(page.Results.length))
      return page.Results.map(({ Name }: TaskRow) => Name)
    },
    trail: async (entity, entityId) => {
      const read = { where: { tenantId, entity, entityId }, orderBy: { id: 'asc' } } as const
      const entries = await server.database.system.auditEntry.findMany(read)
      const events = await server.database.system.outboxEvent.findMany(read)
      expect(events.map(({ auditId }) => auditId)).toEqual(entries.map(({ auditId }) => auditId))
      return events.map(({ kind, auditId, payload }, n) => ({ kind, auditId, payload, changes: entries[n]?.changes }))
    },
  }
}

/** A template with milestones, a subtask, dependencies and days before the start. Its name is still missing. */
export const FAIR_TEMPLATE = {
  Description: 'Booths and a dinner',
  Milestones: [{ Name: 'Venue booked' }, { Name: 'Hall opens' }],
  Tasks: [
    { Name: 'Ask for offers', StartDay: 0, DueDay: 14, MilestoneName: 'venue BOOKED', EstimatedHours: 2.5 },
    { Name: 'Sign', DueDay: 30, DependentOnNumber: 1, MilestoneName: 'Venue booked', TaskPriorityId: 3 },
    { Name: 'Visit the venue', DueDay: 12, ParentNumber: 1, DependentOnNumber: 4 },
    { Name: 'Review', StartDay: -7 },
  ],
}
