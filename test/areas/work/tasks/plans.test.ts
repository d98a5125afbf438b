import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectCalendarTasks, selectTasks } from '#areas/work/tasks/task-filter.listing'
import { calendarTaskList, taskList } from '#areas/work/tasks/tasks.listing'
import type { TaskFilterInput } from '#contract/work/tasks'
import { parseListFields } from '#kernel/listing/input'
import { pageSql } from '#kernel/listing/page-sql'
import { parseListRequest } from '#kernel/listing/request'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

const COUNT = 20_000
let world: TaskWorld
let scope: Scope
let project: number

beforeAll(async () => {
  world = await openTaskWorld('2026-03-04T12:00:00Z', 'UTC', { own: true })
  const { server, tenantId, staffId, contactId } = world
  const { system } = server.database
  const named = { tenantId, name: 'One of many', nameKey: 'one of many' }
  project = (await system.project.create({ data: named })).id
  const { id: typeId } = await system.taskType.findFirstOrThrow({ where: { tenantId } })
  // Four years of tasks: one in ten is open, a hundred belong to a project, two hundred to one staff member.
  await system.$executeRaw`
    INSERT INTO task_item (tenant_id, type_id, name, description, due_date, start_date, completed_on, percent_complete,
      contact_id, assigned_to_contact_id, project_id, priority_id)
    SELECT ${tenantId}, ${typeId}, 'Task ' || n, 'Some words about what is to be done', d, d - 3,
      CASE WHEN n % 10 > 0 THEN d END, CASE WHEN n % 10 > 0 THEN 100 ELSE 0 END, ${contactId},
      CASE WHEN n % ${Math.floor(COUNT / 200)} = 0 THEN ${staffId}::int END,
      CASE WHEN n % ${Math.floor(COUNT / 100)} = 0 THEN ${project}::int END, 1 + n % 4
    FROM generate_series(1, ${COUNT}::int) n CROSS JOIN LATERAL (SELECT DATE '2022-06-01' + n * 1460 / ${COUNT} AS d) x`
  await system.$executeRaw`ANALYZE task_item`.catch(() => undefined)
  scope = await systemScope({ database: server.database, clock: world.clock, log: server.app.log }, tenantId)
}, 120_000)
afterAll(() => world.server.close())

/** Number of 8 kB blocks that a page of a list reads, as the request role, with row-level security. */
const buffersOf = async (filter: TaskFilterInput, calendar = false): Promise<number> => {
  const { listing, columns, joins } = calendar
    ? calendarTaskList(selectCalendarTasks(scope, filter))
    : taskList(selectTasks(scope, filter))
  const query = pageSql(scope, listing, parseListRequest(listing, parseListFields(filter)), columns, joins)
  await scope.db.rows(query)
  const [plan] = await scope.db.rows<{ 'QUERY PLAN': [{ Plan: Record<string, number>; 'Execution Time': number }] }>(
    Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`,
  )
  const read = plan?.['QUERY PLAN'][0].Plan ?? {}
  return (read['Shared Hit Blocks'] ?? 0) + (read['Shared Read Blocks'] ?? 0)
}

describe('of many thousand tasks, a page reads no more than it shows and counts', () => {
  test.each<[string, () => TaskFilterInput]>([
    ['all', () => ({})],
    ['open ones', () => ({ IsOpen: true })],
    ['those of a project', () => ({ ProjectId: project })],
    ['open ones of a project', () => ({ ProjectId: project, IsOpen: true })],
    ['those of a member of the staff', () => ({ AssignedToContactId: String(world.staffId) })],
    ['those due in a week', () => ({ DueDateBetween: '2026-03-01,2026-03-07' })],
  ])('%s', async (_, filter) => {
    expect(await buffersOf(filter())).toBeLessThan(1200)
  })

  test('a month of the calendar', async () => {
    expect(await buffersOf({}, true)).toBeLessThan(1500)
  })

  test('overdue ones', async () => {
    expect(await buffersOf({ IsOverdue: true })).toBeLessThan(2500)
  })
})
