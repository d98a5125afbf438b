import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { associationApi, deliverChanges, type Json } from '#test/support/integration/association'
import { type OnlineRegistryServer, startOnlineRegistry } from '#test/support/integration/online-registry'
import { bundled } from '#test/support/killed/bundle'
import { randomKillPoint } from '#test/support/killed/kill-point'
import { proofSize } from '#test/support/runner/proof-size'

const KILLS = proofSize({ reduced: 5, full: 100 })
const CONTACTS = 5
const HOUR_MS = 3_600_000

let server: TestApp
let mine: TestCaller
let registry: OnlineRegistryServer
let program: string
beforeAll(async () => {
  registry = await startOnlineRegistry()
  server = await buildTestApp({ own: true, config: registry.config })
  mine = await server.tenant()
  program = bundled('test/support/integration/registry-exchange-process.ts')
}, 60_000)
afterAll(async () => {
  await server.close()
  await registry.close()
})

let at = Date.now()

const exchange = async (isKilled: boolean): Promise<void> => {
  at += HOUR_MS
  const own = { DATABASE_URL: server.url, TENANT: String(mine.tenant.id), AT: String(at) }
  const point = isKilled ? { KILL_POINT: JSON.stringify(randomKillPoint(40)) } : {}
  await once(fork(program, { env: { ...process.env, ...own, ...point } }), 'exit')
}

test('each row of a queue whose job is killed repeatedly takes effect once', { timeout: 600_000 }, async () => {
  const api = associationApi(mine)
  const online = { Registry: 'Online', RegistryUrl: registry.url, RegistryKey: registry.key }
  await api.good(mine.post('/api/assoc/settings', online))
  const numbers = Array.from({ length: CONTACTS }, (_, index) => 501 + index)
  for (const NationalID of numbers) await api.good(api.person({ NationalID, FirstName: '0', LastName: 'Killed' }))
  await deliverChanges(server, mine)
  const last = new Map<number, string>()
  for (let kill = 1; kill <= KILLS; kill++) {
    const NationalID = numbers[kill % CONTACTS] ?? 501
    const { PlatformID } = await api.contact(NationalID)
    const { AuditId } = await api.good(mine.get(`/api/contacts/person/${PlatformID}`))
    await api.good(mine.post(`/api/contacts/person/${PlatformID}`, { AuditId, FirstName: String(kill) }))
    last.set(NationalID, String(kill))
    await deliverChanges(server, mine)
    registry.publish('upsert', {
      TransactionId: `k-${kill}`,
      OccurredDate: new Date(Date.now() + kill * 1000).toISOString(),
      ContactType: 'Individual',
      NationalID,
      JobTitle: `Title ${kill}`,
    })
    await exchange(true)
  }
  await exchange(false)
  await exchange(false)
  const { Results } = await api.good(mine.post('/api/logs/natregsubqueueevent', { OrderBy: 'RowId', Take: '1000' }))
  const rows = Results as Json[]
  expect(rows.filter(({ Status }) => Status !== 'Succeeded')).toEqual([])
  const sent = rows.filter(({ Tags }) => Tags !== 'received')
  expect(registry.accepted).toHaveLength(sent.length)
  for (const number of numbers) {
    const names = registry.accepted
      .filter(({ NationalID }) => NationalID === number)
      .map(({ Contact }) => Number(Contact.FirstName))
    expect(names).toEqual([...names].sort((a, b) => a - b))
    expect(String(names.at(-1))).toBe(last.get(number))
    expect(await api.contact(number)).toMatchObject({ JobTitle: expect.stringMatching(/^Title/) })
  }
  expect(rows.filter(({ Tags }) => Tags === 'received')).toHaveLength(KILLS)
})
