import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#kernel/time/calendar'
import { buildTestApp, type TestApp } from '../support/build-app.ts'
import { bundled } from '../support/bundle.ts'

const KILLS = 30
const PEOPLE = 3000
const FIRST_DAY = '2030-03-04'
/** The longest that a process is let live, ms: shorter than a day's work. */
const LONGEST_LIFE = 600

let server: TestApp
let program: string
let child: ChildProcess | undefined
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  program = bundled('test/support/reminders-process.ts')
}, 120_000)
afterAll(async () => {
  child?.kill('SIGKILL')
  await server.close()
})

/** People with a task due on each of some days. */
const fill = async (days: number): Promise<number> => {
  const { tenant } = await server.tenant()
  const { system } = server.database
  await system.tenant.update({ where: { id: tenant.id }, data: { createdAt: new Date('2030-03-03T12:00:00Z') } })
  await system.$executeRaw`
    INSERT INTO contact (tenant_id, system_type_id, display_name, sort_name, is_staff, email_address)
    SELECT ${tenant.id}, 1, 'Member ' || n, 'member ' || n, true, 'm' || n || '@staff.example'
    FROM generate_series(1, ${PEOPLE}::int) n`
  await system.$executeRaw`
    INSERT INTO task_item (tenant_id, type_id, name, assigned_to_contact_id, due_date)
    SELECT c.tenant_id, (SELECT min(id) FROM task_type k WHERE k.tenant_id = c.tenant_id), 'Task', c.id,
      ${FIRST_DAY}::date + d
    FROM contact c CROSS JOIN generate_series(0, ${days - 1}::int) d WHERE c.tenant_id = ${tenant.id}`
  return tenant.id
}

/** Lets a process do a day's reminders, and kills it after so long; answers whether it was done before. */
const live = (day: string, lifetime: number | null): Promise<boolean> =>
  new Promise((resolve, reject) => {
    let isDone = false
    const one = fork(program, { env: { ...process.env, DATABASE_URL: server.url, DAY: day } })
    child = one
    one.on('message', (message) => {
      if (message === 'done') isDone = true
      else if (lifetime !== null) void pause(lifetime).then(() => one.kill('SIGKILL'))
    })
    one.once('exit', (code, signal) => {
      if (code !== 0 && signal !== 'SIGKILL') reject(new Error(`the process ended with ${code}`))
      else resolve(isDone)
    })
  })

test(`killed up to ${KILLS} times at random: everybody is reminded of each task once that it is due, once that it is overdue`, async () => {
  const days = 6
  const tenantId = await fill(days)
  let kills = 0
  let cutShort = 0
  for (let n = 0; n <= days; n++) {
    const day = addDays(FIRST_DAY, n)
    const until = n === days ? KILLS : Math.ceil((KILLS / (days + 1)) * (n + 1))
    while (kills < until && !(await live(day, Math.random() * LONGEST_LIFE))) {
      kills++
      const queued = await server.database.system.mailMessage.count({ where: { tenantId, key: { endsWith: day } } })
      if (queued > 0 && queued < PEOPLE) cutShort++
    }
    await live(day, null)
  }
  console.log(`${cutShort} of ${kills} kills fell between two batches`)
  const rows = await server.database.system.$queryRaw<object[]>`
    SELECT right(key, 10) AS day, count(*)::int AS mails, count(DISTINCT contact_id)::int AS people,
      sum((data #>> '{tasks,due_count}')::int)::int AS due, sum((data #>> '{tasks,overdue_count}')::int)::int AS overdue
    FROM mail_message WHERE tenant_id = ${tenantId} GROUP BY 1 ORDER BY 1`
  expect(rows).toEqual(
    Array.from({ length: days + 1 }, (_, n) => ({
      day: addDays(FIRST_DAY, n),
      mails: PEOPLE,
      people: PEOPLE,
      due: n < days ? PEOPLE : 0,
      overdue: n > 0 ? PEOPLE : 0,
    })),
  )
  expect(cutShort).toBeGreaterThan(0)
}, 300_000)
