import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figures } from '#areas/joined'
import { createMetrics } from '#kernel/metrics/metrics'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
})
afterAll(() => server.close())

const shown = async (name: string): Promise<number> => {
  const text = await createMetrics(server.database, figures).registry.metrics()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  )
}

test('the metrics name the version that runs', async () => {
  const text = await createMetrics(server.database, figures, '9.8.7').registry.metrics()
  expect(text).toContain(`guildhall_build_info{version="9.8.7",node="${process.version}"} 1`)
})

test('the metrics count mails that wait, and those of the last day that failed', async () => {
  const names = ['mail_messages_unsent{status="queued"}', 'mail_messages_unsent{status="failed"}']
  const counts = () => Promise.all(names.map(shown))
  expect(await counts()).toEqual([0, 0])
  const at = (days: number) => new Date(Date.now() - days * 86_400_000)
  const mail = { tenantId: caller.tenant.id, templateKey: 'x', toAddress: 'a@x.example', addressKey: 'a@x.example' }
  await server.database.system.mailMessage.createMany({
    data: [
      { ...mail, key: 'a', status: 'queued', createdAt: at(3) },
      { ...mail, key: 'b', status: 'queued', createdAt: at(0) },
      { ...mail, key: 'c', status: 'failed', createdAt: at(0) },
      { ...mail, key: 'd', status: 'failed', createdAt: at(2) },
      { ...mail, key: 'e', status: 'sent', createdAt: at(0) },
    ],
  })
  expect(await counts()).toEqual([2, 1])
})

test('the metrics count jobs that are given up, and none that will be retried', async () => {
  expect(await shown('jobs_given_up')).toBe(0)
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  for (const attempts of [1, 25])
    await admin.query(`SELECT graphile_worker.add_job('failing', '{}', max_attempts => $1)`, [attempts])
  await admin.query('UPDATE graphile_worker._private_jobs SET attempts = 1')
  await admin.end()
  expect(await shown('jobs_given_up')).toBe(1)
})

test('the metrics count no job that a later job with its key has replaced, before or after it failed', async () => {
  const before = await shown('jobs_given_up')
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  const add = () => admin.query(`SELECT graphile_worker.add_job('failing', '{}', job_key => 'same', max_attempts => 2)`)
  const set = (changes: string) => admin.query(`UPDATE graphile_worker._private_jobs SET ${changes} WHERE key = 'same'`)
  await add()
  await set('attempts = 2')
  expect(await shown('jobs_given_up')).toBe(before + 1)
  await add()
  expect(await shown('jobs_given_up')).toBe(before)
  // The library lets a running job end without another attempt.
  await set(`attempts = 1, locked_at = now(), locked_by = 'x'`)
  await add()
  await admin.query('UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL')
  expect(await shown('jobs_given_up')).toBe(before)
  await set('attempts = 2')
  expect(await shown('jobs_given_up')).toBe(before + 1)
  await admin.end()
})

test('the metrics count workflows that failures have paused', async () => {
  const { WorkflowId } = (await caller.post('/api/workflows/0', { Name: 'Fails', SystemScheduleTypeId: '1' })).json()
  expect(await shown('workflows_paused')).toBe(0)
  const { count } = await server.database.system.workflow.updateMany({
    where: { tenantId: caller.tenant.id, id: WorkflowId },
    data: { pausedAt: new Date(), isActive: false },
  })
  expect(count).toBe(1)
  expect(await shown('workflows_paused')).toBe(1)
})
