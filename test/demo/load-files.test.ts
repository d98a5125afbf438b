import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#src/demo/load-demo'
import { loadDemoFiles } from '#src/demo/work/files'
import { loadDemoWork } from '#src/demo/work/load-work'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
}, 60_000)
afterAll(() => server.close())

test('the demonstration has pictures of members and letters with attachments, and display ads, once', async () => {
  const { database, app } = server
  const { tenant } = caller
  const now = new Date()
  await loadDemo({ database, tenant, contacts: 60, now })
  const { secrets, processorTools } = { secrets: app.feedAddresses, processorTools: app.processorTools }
  await loadDemoWork({ database, tenant, now, log: app.log, secrets, processorTools, isMailSent: true })
  const load = () => loadDemoFiles({ database, tenant, now, log: app.log, files: app.files })
  await load()
  const first = (await caller.get('/api/files')).json()
  const kinds: string[] = first.Results.map(({ OwnerKind }: { OwnerKind: string }) => OwnerKind)
  expect(kinds.filter((kind) => kind === 'contact').length).toBeGreaterThan(1)
  expect(kinds.filter((kind) => kind === 'communication').length).toBeGreaterThan(0)
  const ads = (await caller.get('/api/sponsorships/displayads?Active=true')).json()
  expect(ads.Results.map(({ ActivePlacements }: { ActivePlacements: number }) => ActivePlacements)).toEqual([2, 2])
  expect((await caller.get('/api/sponsorships/displayads/counts')).json().Results.length).toBeGreaterThan(10)
  await load()
  expect((await caller.get('/api/files')).json().TotalRecordAvailable).toBe(first.TotalRecordAvailable)
})
