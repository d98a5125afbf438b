import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readConfig } from '#kernel/config/config'
import { openRunnerPool } from '#kernel/jobs/runner-pool'
import { TimeLimitError, within } from '#kernel/jobs/time-limit'
import { unknownJobs } from '#kernel/jobs/unknown-jobs'
import { checkWork } from '#src/installation/doctor/work'
import { blockedTask, useJobBench } from './job-bench.ts'

const { start, add, query, lines, way, context, url } = useJobBench()
const logged = () => lines().map(({ msg }) => msg)
const failed = () => logged().filter((msg) => msg === 'the job runner failed').length

test('replaces a runner whose end waits forever, because two jobs ended while the database was unavailable', async () => {
  const long = blockedTask()
  const wrong = blockedTask()
  const failing = async () => {
    await wrong.task(context(), {})
    throw new Error('it failed')
  }
  let short = 0
  const worker = await start({ long: long.task, failing, short: async () => void short++ }, undefined, undefined, 3)
  for (const task of ['long', 'long', 'failing']) await add(task)
  await expect.poll(() => long.begun() + wrong.begun()).toBe(3)
  const [first, second] = long.takeReleases()
  way().cut()
  first?.()
  await expect.poll(failed, { timeout: 20_000 }).toBeGreaterThan(0)
  const before = failed()
  second?.()
  await expect.poll(failed, { timeout: 20_000 }).toBeGreaterThan(before)
  // The library counts the marks of jobs that failed apart: its count of the others stays below zero.
  wrong.release()
  way().restore()
  await add('short')
  await expect.poll(() => short, { timeout: 20_000 }).toBe(1)
  expect(worker.runners()).toEqual([{ name: 'jobs', age: expect.any(Number), free: expect.any(Number) }])
  // The interrupted jobs are given back, and run again.
  await expect.poll(() => long.begun() + wrong.begun(), { timeout: 20_000 }).toBe(3)
  await query('delete from graphile_worker._private_jobs')
  long.release()
  wrong.release()
}, 90_000)

test('replaces a runner at once whose first look for jobs fails', async () => {
  let done = 0
  way().loseAt('insert into "graphile_worker"._private_tasks as tasks', '57P01')
  await start({ short: async () => void done++ })
  await add('short')
  await expect.poll(() => done, { timeout: 10_000 }).toBe(1)
})

test('waits no longer than usual for PostgreSQL that starts: the library would by the code of the error', async () => {
  way().cut('57P03')
  const { pgPool, close } = openRunnerPool(way().url, 1, context().log)
  const error = await pgPool.connect().then(
    () => undefined,
    (fault: unknown) => fault,
  )
  expect(error).toMatchObject({ message: expect.stringContaining('the connection to'), cause: { code: '57P03' } })
  expect(error).not.toHaveProperty('code')
  way().restore()
  ;(await pgPool.connect()).release()
  close()
})

test('gives a job up after five processes in a row were killed while they ran it, and counts no attempt for the others', async () => {
  let done = 0
  await add('deadly', 3)
  await add('harmless', 1)
  await query(
    `update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now(), attempts = 1`,
  )
  await query(`update graphile_worker._private_jobs j set last_error = 'The process that ran this job was killed (4)'
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'deadly'`)
  await start({ deadly: async () => void done++, harmless: async () => void done++ })
  await expect.poll(logged, { timeout: 20_000 }).toContain('a job is given up: each process that ran it was killed')
  await expect.poll(() => done).toBe(1)
  const left = async () => (await query('select task_identifier as task, attempts from graphile_worker.jobs')).rows
  // The library deletes a job some moments after its task has ended.
  await expect.poll(left).toEqual([{ task: 'deadly', attempts: 3 }])
  await query('delete from graphile_worker._private_jobs')
}, 60_000)

test('ends a job of a removed tenant and an old job of an unknown task with a line in the log', async () => {
  const fail = async () => {
    throw new Error('the tenant is not found')
  }
  await start({ failing: fail })
  await add('failing', 25, { tenantId: 2_000_000_000 })
  await expect.poll(logged).toContain('a job of a removed tenant ends')
  await add('never-heard-of')
  await add('not-yet-known')
  await query(`update graphile_worker._private_jobs j set run_at = now() - interval '2 days', updated_at = now() - interval '2 days'
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'never-heard-of'`)
  await unknownJobs(['failing']).task(context(), {})
  expect(lines().find(({ msg }) => msg === 'a job of an unknown task is deleted')).toMatchObject({
    task: 'never-heard-of',
  })
  expect((await query('select task_identifier as task from graphile_worker.jobs')).rows).toEqual([
    { task: 'not-yet-known' },
  ])
  await query('delete from graphile_worker._private_jobs')
})

test('doctor names a runner that has a free worker and does not look for jobs', async () => {
  await start({}, {})
  const isPublished = async () =>
    (await query(`select from pg_stat_activity where application_name like 'guildhall-worker-life % look=%'`)).rowCount
  await expect.poll(isPublished).toBe(2)
  const found = async () => (await checkWork(client, readConfig({}))).filter(({ subject }) => subject === 'runners')
  const client = new pg.Client({ connectionString: url() })
  await client.connect()
  expect(await found()).toMatchObject([{ state: 'ok' }])
  await client.query(`select set_config('application_name', format('guildhall-worker-life waiting free=1 look=%s',
    floor(extract(epoch from now()) - 600)), false)`)
  expect(await found()).toMatchObject([{ state: 'warn', message: expect.stringContaining('for 10 min') }])
  await client.end()
})

test('a promise that never settles is given up after its limit', async () => {
  await expect(within(new Promise(() => undefined), 20, 'This work')).rejects.toThrow(TimeLimitError)
  await expect(within(pause(1, 'done'), 20_000, 'This work')).resolves.toBe('done')
})
