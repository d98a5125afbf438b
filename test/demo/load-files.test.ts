import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#src/demo/load-demo'
import { loadDemoFiles } from '#src/demo/work/files'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
}, 60_000)
afterAll(() => server.close())

test('the demonstration has pictures of members and letters with attachments, once', async () => {
  const { database, app } = server
  const { tenant } = caller
  const now = new Date()
  await loadDemo({ database, tenant, contacts: 60, now })
  const load = () => loadDemoFiles({ database, tenant, now, log: app.log, files: app.files })
  await load()
  const first = (await caller.get('/api/files')).json()
  const kinds: string[] = first.Results.map(({ OwnerKind }: { OwnerKind: string }) => OwnerKind)
  expect(kinds.filter((kind) => kind === 'contact').length).toBeGreaterThan(1)
  expect(kinds.filter((kind) => kind === 'communication').length).toBeGreaterThan(0)
  await load()
  expect((await caller.get('/api/files')).json().TotalRecordAvailable).toBe(first.TotalRecordAvailable)
})
