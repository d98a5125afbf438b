import { expect, test } from 'vitest'
import { blockedTask, useJobBench } from './job-bench.ts'

const { start, add, query, lines, tenant } = useJobBench()

test('jobs that wait for the server of another party delay no other job', async () => {
  const stuck = blockedTask()
  const mine = blockedTask()
  await start({ mine: mine.task }, { stuck: stuck.task })
  for (let n = 0; n < 5; n++) await add('stuck')
  await expect.poll(stuck.begun).toBe(2)
  for (let n = 0; n < 2; n++) await add('mine')
  await expect.poll(mine.begun).toBe(2)
  mine.release()
  const left = async () => {
    stuck.release()
    return (await query('select from graphile_worker.jobs')).rowCount
  }
  await expect.poll(left).toBe(0)
})

test('logs a failed job without its content, and reports that it will not be retried', async () => {
  await start({
    failing: async () => {
      throw new Error('Ada Lovelace, ada@example.org, is no number')
    },
  })
  await add('failing', 1)
  await expect.poll(() => lines().map(({ msg }) => msg)).toContain('a job failed and is given up')
  const line = lines().find(({ msg }) => msg === 'a job failed and is given up')
  expect(line).toMatchObject({ task: 'failing', attempt: 1, of: 1 })
})

test('reports a job of a tenant that is given up, once, and no job that will be retried', async () => {
  const reported: unknown[] = []
  const fail = async () => {
    throw new Error('no')
  }
  await start({ failing: fail }, undefined, {
    mailsFailed: async () => undefined,
    jobGivenUp: async ({ db }, _tx, { task, attempts }) => void reported.push([db.tenantId, task, attempts]),
  })
  const tenantId = await tenant()
  await add('failing', 2, { tenantId })
  await add('failing', 1)
  await add('failing', 1, { tenantId })
  await expect.poll(() => reported).toEqual([[tenantId, 'failing', 1]])
  await query(`update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts`)
  await expect
    .poll(() => reported)
    .toEqual([
      [tenantId, 'failing', 1],
      [tenantId, 'failing', 2],
    ])
})
