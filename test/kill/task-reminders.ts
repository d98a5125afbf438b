import { type ChildProcess, fork } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#kernel/time/calendar'
import { buildTestApp, type TestApp } from '../support/build-app.ts'
import { bundled } from '../support/killed/bundle.ts'
import { type KillPoint, randomKillPoint } from '../support/killed/kill-point.ts'

const FIRST_DAY = '2030-03-04'
/** The last statement at which a process dies: before the end of a day's work. */
const MAX_STATEMENT = 60

let server: TestApp
let program: string
let child: ChildProcess | undefined
/** Adds contacts that each have a task due on each of the first days. */
const fill = async (people: number, days: number): Promise<number> => {
  const { tenant } = await server.tenant()
  const { system } = server.database
  await system.tenant.update({ where: { id: tenant.id }, data: { createdAt: new Date('2030-03-03T12:00:00Z') } })
  await system.$executeRaw`
    INSERT INTO contact (tenant_id, system_type_id, display_name, sort_name, is_staff, email_address)
    SELECT ${tenant.id}, 1, 'Member ' || n, 'member ' || n, true, 'm' || n || '@staff.example'
    FROM generate_series(1, ${people}::int) n`
  await system.$executeRaw`
    INSERT INTO task_item (tenant_id, type_id, name, assigned_to_contact_id, due_date)
    SELECT c.tenant_id, (SELECT min(id) FROM task_type k WHERE k.tenant_id = c.tenant_id), 'Task', c.id,
      ${FIRST_DAY}::date + d
    FROM contact c CROSS JOIN generate_series(0, ${days - 1}::int) d WHERE c.tenant_id = ${tenant.id}`
  return tenant.id
}

/** Lets a process send the reminders of a day until it is killed. Returns whether it had finished. */
const runAndKill = (day: string, point: KillPoint | null): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const more = { DATABASE_URL: server.url, DAY: day, ...(point && { KILL_POINT: JSON.stringify(point) }) }
    child = fork(program, { env: { ...process.env, ...more } })
    child.once('exit', (code, signal) => {
      if (code !== 0 && signal !== 'SIGKILL') reject(new Error(`the process ended with ${code}`))
      else resolve(code === 0)
    })
  })

/** Whether the reminders of a day stopped between two batches. */
const isCutShort = async (tenantId: number, day: string, people: number): Promise<boolean> => {
  const queued = await server.database.system.mailMessage.count({ where: { tenantId, key: { endsWith: day } } })
  return queued > 0 && queued < people
}

/** Expects one mail to each contact on each day, with the tasks of that day. */
const expectReminders = async (tenantId: number, people: number, days: number): Promise<void> => {
  const rows = await server.database.system.$queryRaw<object[]>`
  SELECT right(key, 10) AS day, count(*)::int AS mails, count(DISTINCT contact_id)::int AS people,
    sum((data #>> '{tasks,due_count}')::int)::int AS due, sum((data #>> '{tasks,overdue_count}')::int)::int AS overdue
  FROM mail_message WHERE tenant_id = ${tenantId} GROUP BY 1 ORDER BY 1`
  expect(rows).toEqual(
    Array.from({ length: days + 1 }, (_, n) => ({
      day: addDays(FIRST_DAY, n),
      mails: people,
      people,
      due: n < days ? people : 0,
      overdue: n > 0 ? people : 0,
    })),
  )
}

export interface ReminderKills {
  kills: number
  people: number
  days: number
}

/** Defines the test of reminders whose process is killed. */
export const testReminderKills = ({ kills, people, days }: ReminderKills): void => {
  beforeAll(async () => {
    server = await buildTestApp({ own: true })
    program = bundled('test/support/work/reminders-process.ts')
  }, 120_000)
  afterAll(async () => {
    child?.kill('SIGKILL')
    await server.close()
  })

  test(
    `killed up to ${kills} times at random: each assignee is reminded once that a task is due and once that it is overdue`,
    async () => {
      const tenantId = await fill(people, days)
      let killedTimes = 0
      let cutShort = 0
      for (let n = 0; n <= days; n++) {
        const day = addDays(FIRST_DAY, n)
        const until = n === days ? kills : Math.ceil((kills / (days + 1)) * (n + 1))
        while (killedTimes < until && !(await runAndKill(day, randomKillPoint(MAX_STATEMENT)))) {
          killedTimes++
          if (await isCutShort(tenantId, day, people)) cutShort++
        }
        await runAndKill(day, null)
      }
      console.log(`${cutShort} of ${killedTimes} kills fell between two batches`)
      await expectReminders(tenantId, people, days)
      // A short form has too few kills to expect one between two batches.
      if (kills >= 20) expect(cutShort).toBeGreaterThan(0)
    },
    240_000 + kills * 10_000,
  )
}
