import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#src/demo/load-demo'
import { loadDemoFiles } from '#src/demo/work/files'
import { loadDemoWork } from '#src/demo/work/load-work'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'

const NOW = new Date()

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  const { database, app } = server
  const { tenant } = caller
  await loadDemo({ database, tenant, contacts: 60, now: NOW })
  const { log, feedAddresses: secrets, processorTools } = app
  await loadDemoWork({ database, tenant, now: NOW, log, secrets, processorTools, isMailSent: true })
  await loadFiles()
}, 60_000)
afterAll(() => server.close())

const loadFiles = () => {
  const { database, app } = server
  const { log, files, processorTools } = app
  return loadDemoFiles({ database, tenant: caller.tenant, now: NOW, log, files, processorTools })
}

const read = async (url: string) => {
  const answer = await caller.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('the demonstration has pictures of members and letters with attachments, display ads and reports, once', async () => {
  const first = (await caller.get('/api/files')).json()
  const kinds: string[] = first.Results.map(({ OwnerKind }: { OwnerKind: string }) => OwnerKind)
  expect(kinds.filter((kind) => kind === 'contact').length).toBeGreaterThan(1)
  expect(kinds.filter((kind) => kind === 'communication').length).toBeGreaterThan(0)
  const ads = (await caller.get('/api/sponsorships/displayads?Active=true')).json()
  expect(ads.Results.map(({ ActivePlacements }: { ActivePlacements: number }) => ActivePlacements)).toEqual([2, 2])
  expect((await caller.get('/api/sponsorships/displayads/counts')).json().Results.length).toBeGreaterThan(10)
  for (const [kind, name] of [
    ['connectaccountcharges', /^charges-.*csv$/],
    ['negativebalances', /^negative-balances-.*csv$/],
  ] as const)
    expect((await caller.get(`/api/integration/payproc/${kind}`)).json().ListViewItems).toEqual([
      expect.objectContaining({ Status: 'Completed', FileName: expect.stringMatching(name) }),
    ])
  await loadFiles()
  expect((await caller.get('/api/files')).json().TotalRecordAvailable).toBe(first.TotalRecordAvailable)
})

test('has a training day of the past whose certificates count for a certification', async () => {
  const { Results } = await read("/api/events?Filter=Name eq 'Training day: safety at work'")
  const { EventId } = Results[0]
  const registrations = await read(`/api/events/registrations?Filter=EventId eq ${EventId}`)
  const statuses = (registrations.Results as { ParticipantStatus: string }[]).map((row) => row.ParticipantStatus)
  expect(new Set(statuses)).toEqual(new Set(['Attended', 'Registered']))
  const issued = await read(`/api/events/${EventId}/certificates`)
  expect(Number(issued.TotalRecordAvailable)).toBe(statuses.filter((status) => status === 'Attended').length)
  const certifications: object[] = await read(`/api/contacts/${issued.Results[0].ContactId}/certifications`)
  expect(certifications).toContainEqual(
    expect.objectContaining({ CertificationName: 'Safety officer', HoursEarned: 6 }),
  )
})

test('has webhooks that are paused, and each member of its staff has signatures', async () => {
  const webhooks: { Url: string; IsPaused: boolean }[] = await read('/api/webhooks/setup')
  expect(webhooks.map(({ IsPaused }) => IsPaused)).toEqual([true, true])
  expect(webhooks.filter(({ Url }) => !new URL(Url).host.endsWith('.example'))).toEqual([])
  const signatures = await server.database.system.signature.groupBy({
    by: ['owner'],
    where: { tenantId: caller.tenant.id },
    _count: true,
  })
  expect(signatures.map(({ _count }) => _count)).toEqual([2, 2, 2])
})
