import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { taskReminders } from '#areas/work/tasks/reminders/reminders.job'
import { createLogger } from '#kernel/logging/logger'
import { builtInTemplate } from '#services/mail/built-in/built-in-templates'
import { writeMail } from '#services/mail/rendering/write-mail'
import { runNewDays } from '#test/support/jobs/new-days'
import { addPerson } from '#test/support/people/contact-rows'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld('2026-03-02T12:00:00Z', 'Pacific/Auckland', { own: true })
  const createdAt = new Date('2026-03-01T12:00:00Z')
  await world.server.database.system.tenant.update({ where: { id: world.tenantId }, data: { createdAt } })
})
afterAll(() => world.server.close())

const log = createLogger('silent')
const run = (instant: string) => {
  world.clock.set(instant)
  return runNewDays({ database: world.server.database, clock: world.clock, log }, taskReminders)
}
const mails = () =>
  world.server.database.system.mailMessage.findMany({ where: { tenantId: world.tenantId }, orderBy: { id: 'asc' } })
const dataOf = async () =>
  (await mails()).map(({ key, data }) => [key.replace(/:\d+:/, ':'), (data as { tasks: object }).tasks])

beforeEach(async () => {
  const { system } = world.server.database
  await system.mailMessage.deleteMany({ where: { tenantId: world.tenantId } })
  await system.dayMark.deleteMany({ where: { tenantId: world.tenantId } })
  await system.taskItem.deleteMany({ where: { tenantId: world.tenantId } })
})

test("one mail a day contains the tasks that are due and those that became overdue, by the tenant's days", async () => {
  const own = { AssignedToContactId: String(world.staffId) }
  await world.task({
    ...own,
    Name: 'Call',
    DueDate: '2026-03-06',
    TaskPriorityId: '4',
    ContactId: String(world.contactId),
  })
  await world.task({ ...own, Name: 'Write', DueDate: '2026-03-06' })
  await world.task({ ...own, Name: 'Visit', DueDate: '2026-03-05' })
  await world.task({ ...own, Name: 'Done', DueDate: '2026-03-06', IsComplete: true })
  await world.task({ ...own, Name: 'Undated' })
  await world.task({ Name: 'Nobody’s', DueDate: '2026-03-06' })
  await run('2026-03-04T11:01:00Z')
  expect(await dataOf()).toEqual([
    ['task-reminder:2026-03-05', { day: '2026-03-05', due_count: 1, due: 'Visit, medium priority', overdue_count: 0 }],
  ])
  // Auckland is 13 hours ahead: the 6th has not begun there.
  await run('2026-03-05T10:46:00Z')
  expect(await mails()).toHaveLength(1)
  await run('2026-03-05T11:01:00Z')
  await run('2026-03-05T20:01:00Z')
  expect((await dataOf()).slice(1)).toEqual([
    [
      'task-reminder:2026-03-06',
      {
        day: '2026-03-06',
        due_count: 2,
        due: 'Call (Ada Moreno), urgent priority\nWrite, medium priority',
        overdue_count: 1,
        overdue: 'Visit, medium priority, due 2026-03-05',
      },
    ],
  ])
  // One reminder that it is due, one that it is overdue, and no more.
  await run('2026-03-06T11:01:00Z')
  await run('2026-03-07T11:01:00Z')
  expect((await dataOf()).slice(2).map(([, tasks]) => tasks)).toMatchObject([{ due_count: 0, overdue_count: 2 }])
})

test('mails cover days on which no worker ran, up to a week', async () => {
  const own = { AssignedToContactId: String(world.staffId) }
  await world.task({ ...own, Name: 'Before', DueDate: '2026-03-05' })
  await world.task({ ...own, Name: 'Missed', DueDate: '2026-03-14' })
  await run('2026-03-02T11:01:00Z')
  await run('2026-03-15T11:01:00Z')
  expect((await dataOf()).map(([, tasks]) => tasks)).toMatchObject([
    { overdue_count: 1, overdue: 'Missed, medium priority, due 2026-03-14' },
  ])
})

test('no mail is sent to a contact without an address, to a former member of the staff or to a deleted contact', async () => {
  const { database } = world.server
  const staff = (made: object) =>
    addPerson(database, world.tenantId, { isStaff: true, emailAddress: 's@s.example', ...made })
  const people = [await staff({ emailAddress: null }), await staff({}), await staff({})]
  for (const { id } of people) await world.task({ AssignedToContactId: String(id), DueDate: '2026-03-06' })
  const change = (n: number, data: object) =>
    database.system.contact.updateMany({ where: { tenantId: world.tenantId, id: people[n]?.id ?? 0 }, data })
  await change(1, { isStaff: false })
  await change(2, { deletedAt: new Date() })
  await run('2026-03-05T11:01:00Z')
  expect(await mails()).toEqual([])
})

test('one mail lists the first of many tasks and counts the rest', async () => {
  const own = { tenantId: world.tenantId, assigneeId: world.staffId, dueDate: new Date('2026-03-06') }
  const { system } = world.server.database
  const { id: typeId } = await system.taskType.findFirstOrThrow({ where: { tenantId: world.tenantId } })
  await system.taskItem.createMany({
    data: Array.from({ length: 75 }, (_, n) => ({ ...own, typeId, name: `Task ${n}` })),
  })
  await run('2026-03-05T11:01:00Z')
  const [{ due_count, due }] = (await dataOf()).map(([, tasks]) => tasks as { due_count: number; due: string }) as [
    { due_count: number; due: string },
  ]
  expect([due_count, due.split('\n').length, due.split('\n').at(-1)]).toEqual([75, 51, 'and 25 more'])
})

test('the text of the mail is escaped', () => {
  const template = builtInTemplate('task-reminder')
  const layout = builtInTemplate('layout')
  if (!template || !layout) throw new Error('There are no such templates')
  const tasks = { day: '2026-03-06', due_count: 2, due: 'Call <b>\nWrite', overdue_count: 1, overdue: 'Visit' }
  const mail = writeMail({ ...template, text: null }, layout.html, {
    organization: { name: 'Harbor' },
    to: { name: 'Jo Lind', address: 'jo@lind.example' },
    unsubscribe_url: null,
    contact: { name: 'Jo Lind' },
    tasks,
  })
  expect(mail.subject).toBe('2 due today, 1 overdue')
  expect(mail.body).toContain('Call &lt;b&gt;<br')
  expect(mail.text).toContain('Due today, 6 March 2026\nCall <b>\nWrite\n\nOverdue\nVisit')
})
