import { afterAll, beforeAll, expect, test } from 'vitest'
import { nativeRetention } from '#areas/integration/native-integrations/executions/runs.job'
import { figures } from '#areas/joined'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { LOG } from '#test/support/integration/logs'
import { nativeApi } from '#test/support/integration/native-integrations'

let server: TestApp
let mine: TestCaller
let id: string
const api = nativeApi(
  () => server,
  () => mine,
)
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  mine = await server.tenant()
  id = (await api.install('mail-digest')).IntegrationId ?? ''
  await api.configure(id, { Recipients: ['ada@h.example'] })
})
afterAll(() => server.close())

test('the log of the tenant contains each result as LogType Integration, with the id of the run', async () => {
  const run = await api.run(id, '?number=7')
  const rows = (await mine.post(LOG, { LogType: 'Integration' })).json().Results
  expect(rows).toMatchObject([
    { Message: expect.stringContaining('Mail digest: The digest was mailed to 1 recipient.') },
  ])
  const [stored] = await server.database.system.$queryRaw<{ details: string }[]>`
    SELECT details FROM log_event WHERE tenant_id = ${mine.tenant.id}`
  expect(JSON.parse(stored?.details ?? '')).toEqual({
    ExecutionId: run?.ExecutionId,
    Trigger: 'manual',
    Number: '7',
    Attempts: 1,
  })
})

test('the metrics show what is due and what failed', async () => {
  const read = async (name: string) =>
    (await figures.find((one) => one.name === name)?.read(server.database.system))?.[0]?.value
  expect(await read('native_runs_waiting')).toBe(0)
  expect(await read('native_integrations_failed')).toBe(0)
  await api.execute(id)
  expect(await read('native_runs_waiting')).toBe(1)
  expect(await read('native_oldest_due_seconds')).toBeGreaterThanOrEqual(0)
  await server.database.system.nativeIntegration.updateMany({ data: { lastStatus: 'Failed' } })
  expect(await read('native_integrations_failed')).toBe(1)
  await api.retry(id)
})

test('runs are deleted after their retention, and those that wait are not', async () => {
  const { system } = server.database
  await system.nativeExecution.updateMany({ data: { endedAt: new Date(Date.now() - 91 * 86_400_000) } })
  await api.execute(id, '?number=waits')
  await nativeRetention(90).task({ database: server.database, clock: systemClock, log: server.app.log }, {})
  expect(await api.executions(id)).toMatchObject([{ Number: 'waits', Status: 'Pending' }])
})
