import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NativeConnectStart } from '#contract/integration/native-integrations'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nativeApi } from '#test/support/integration/native-integrations'
import {
  type OnlineSpreadsheet,
  SPREADSHEET_ID,
  startOnlineSpreadsheet,
} from '#test/support/integration/online-spreadsheet'
import { addPerson } from '#test/support/people/contact-rows'

let server: TestApp
let sheets: OnlineSpreadsheet
let mine: TestCaller
let id: string
let now = new Date()
const api = nativeApi(
  () => server,
  () => mine,
  { now: () => now },
)
const start = () =>
  api.good<NativeConnectStart>('startConnectorConnection', mine.get('/native/connectors/spreadsheet/connect'))
const visit = (url: string) => server.app.inject({ method: 'GET', url })
/** Connects as a user who grants access in the browser. */
const connect = async () => visit(sheets.grant((await start()).Location ?? ''))
const configured = async () => {
  await connect()
  const answer = await api.configure(id, { SpreadsheetId: SPREADSHEET_ID, Columns: ['FirstName', 'Balance'] })
  expect(answer.statusCode, answer.body).toBe(200)
}

beforeAll(async () => {
  sheets = await startOnlineSpreadsheet()
  server = await buildTestApp({ config: sheets.config, clock: { now: () => now } })
})
beforeEach(async () => {
  now = new Date()
  mine = await server.tenant()
  id = (await api.install('contacts-to-spreadsheet')).IntegrationId ?? ''
})
afterAll(async () => {
  await server.close()
  await sheets.close()
})

describe('GET /native/connectors/{connectorname}/connect (startConnectorConnection)', () => {
  test('returns the page of the service with a state and a challenge, and is never cached', async () => {
    const started = await start()
    expect(started).toMatchObject({ ConnectorName: 'spreadsheet', Authentication: 'OAuth2', Fields: [] })
    const { searchParams } = new URL(started.Location ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'guildhall-sheets',
      state: started.State,
      code_challenge_method: 'S256',
      access_type: 'offline',
      scope: 'https://www.googleapis.com/auth/spreadsheets',
    })
    expect(searchParams.get('redirect_uri')).toMatch(/\/api\/public\/native\/callback$/)
    expect((await mine.get('/native/connectors/spreadsheet/connect')).headers['cache-control']).toBe('no-store')
    const stored = await server.database.system.nativeAuthorization.findMany({ where: { tenantId: mine.tenant.id } })
    expect(JSON.stringify(stored)).not.toContain(started.State)
  })
})

describe('GET /api/public/native/callback (finishNativeConnection)', () => {
  test('connects once with a state, and returns a page', async () => {
    const callback = sheets.grant((await start()).Location ?? '')
    // Programs that preview links send a HEAD, which does not use the state up.
    expect((await server.app.inject({ method: 'HEAD', url: callback })).statusCode).toBe(400)
    const page = await visit(callback)
    expect(page.statusCode, page.body).toBe(200)
    expect(page.body).toContain('The integration is connected')
    const [state] = (await mine.get('/native/connecterconnected')).json()
    expect(state).toMatchObject({ ConnectorName: 'spreadsheet', IsConnected: true, Message: null })
    expect((await visit(callback)).statusCode).toBe(400)
    const stored = await server.database.system.nativeConnector.findFirstOrThrow({
      where: { tenantId: mine.tenant.id },
    })
    for (const secret of sheets.secrets()) expect(stored.credentials).not.toContain(secret)
  })

  test('returns 400 for an unknown or old state and for refused access, and 503 if the service does not respond', async () => {
    for (const query of ['', '?state=x&code=y', `?state=${mine.tenant.id.toString(36)}-${'a'.repeat(32)}&code=y`])
      expect((await visit(`/api/public/native/callback${query}`)).statusCode, query).toBe(400)
    const refused = await start()
    expect((await visit(`/api/public/native/callback?state=${refused.State}&error=access_denied`)).body).toContain(
      'not granted',
    )
    const late = sheets.grant((await start()).Location ?? '')
    now = new Date(now.getTime() + 601_000)
    expect((await visit(late)).statusCode).toBe(400)
    sheets.next('/token', { status: 503 })
    expect((await connect()).statusCode).toBe(503)
    expect((await api.integration(id)).IsConnected).toBe(false)
  })
})

describe('POST /native/connectors/{connectorname}/connect/{integrationid} (connectIntegration), OAuth2', () => {
  test('exchanges code and state that a front end has received', async () => {
    const { searchParams } = new URL(`http://h${sheets.grant((await start()).Location ?? '')}`)
    const body = { Code: searchParams.get('code'), State: searchParams.get('state') }
    const answer = await api.connect('spreadsheet', id, body)
    expect(answer.json()).toMatchObject({ IsConnected: true })
    expect((await api.connect('spreadsheet', id, body)).json().code).toBe('state-invalid')
    expect((await api.connect('spreadsheet', id, {})).json().code).toBe('state-invalid')
  })
})

describe('GET /native/integrations/{id}/connections/{connectorid}/authorize (authorizeNativeConnection)', () => {
  test('starts another authorization, whose tokens replace the earlier ones', async () => {
    await connect()
    const { ConnectorId } = await api.integration(id)
    const path = `/native/integrations/${id}/connections/${ConnectorId}/authorize`
    const answer = await api.good<{ Content: string; Headers: { location: string } }>(
      'authorizeNativeConnection',
      mine.get(path),
    )
    expect(answer.Headers.location).toBe(answer.Content)
    expect((await visit(sheets.grant(answer.Content))).statusCode).toBe(200)
    expect((await mine.get(`/native/integrations/${id}/connections/999999/authorize`)).statusCode).toBe(404)
  })

  test('returns 409 for a connector that does not use OAuth2', async () => {
    const { IntegrationId, ConnectorId } = await api.install('csv-to-sftp')
    const answer = await mine.get(`/native/integrations/${IntegrationId}/connections/${ConnectorId}/authorize`)
    expect(answer.json().code).toBe('not-oauth')
  })
})

describe('contacts-to-spreadsheet', () => {
  test('replaces the rows of the sheet, and clears those after the last one', async () => {
    sheets.fill([['old'], ['old'], ['old'], ['old'], ['old']])
    await addPerson(server.database, mine.tenant.id, { firstName: '=1+1', balance: -3 })
    await addPerson(server.database, mine.tenant.id, { firstName: 'Bea' })
    await configured()
    const run = await api.run(id)
    expect(run).toMatchObject({
      Status: 'Succeeded',
      DoneCount: 2,
      Message: '2 contacts written to the sheet Contacts.',
    })
    expect(sheets.rows()).toEqual([
      ['FirstName', 'Balance'],
      ['=1+1', -3],
      ['Bea', 0],
    ])
  })

  test('renews an access token before it expires, and one that the service rejects', async () => {
    await configured()
    await api.run(id)
    now = new Date(now.getTime() + 3_590_000)
    expect(await api.run(id)).toMatchObject({ Status: 'Succeeded' })
    sheets.expireAccess()
    expect(await api.run(id)).toMatchObject({ Status: 'Succeeded' })
    expect(sheets.requests.filter((line) => line.includes('refresh_token'))).toHaveLength(2)
  })

  test('is no longer connected after the user has revoked the access, until it is authorized again', async () => {
    await configured()
    sheets.revokeAll()
    expect(await api.run(id)).toMatchObject({ Status: 'Failed', Message: expect.stringContaining('was revoked') })
    expect(await api.integration(id)).toMatchObject({
      Status: 'NotConnected',
      Actions: expect.arrayContaining(['authorize']),
    })
    const [state] = (await mine.get('/native/connecterconnected')).json()
    expect(state).toMatchObject({
      IsConnected: false,
      Message: expect.stringContaining('Authorize the connection again'),
    })
    expect((await connect()).statusCode).toBe(200)
    expect(await api.run(id)).toMatchObject({ Status: 'Succeeded' })
  })

  test('waits as long as the service asks, and writes the same rows again after a lost response', async () => {
    await addPerson(server.database, mine.tenant.id, { firstName: 'Ada' })
    await configured()
    sheets.next('PUT', { status: 429, headers: { 'retry-after': '3600' } })
    const run = await api.run(id)
    expect(run).toMatchObject({ Status: 'Pending', Attempts: 1 })
    expect(Date.parse(run?.DueDate ?? '') - now.getTime()).toBeGreaterThanOrEqual(3_500_000)
    for (const text of ['!A1?', '!A2?', ':clear']) {
      sheets.next(text, 'reset-after')
      await api.retry(id)
      expect((await api.executions(id))[0], text).toMatchObject({ Status: 'Pending' })
    }
    await api.retry(id)
    expect((await api.executions(id))[0]).toMatchObject({ Status: 'Succeeded', Attempts: 5 })
    expect(sheets.rows()).toEqual([
      ['FirstName', 'Balance'],
      ['Ada', 0],
    ])
  })

  test('fails at once if the spreadsheet does not exist', async () => {
    await configured()
    await api.configure(id, { SpreadsheetId: 'another_spreadsheet' })
    expect(await api.run(id)).toMatchObject({ Status: 'Failed', Message: 'The spreadsheet does not exist.' })
  })
})

describe('DELETE /native/integrations/{id} (uninstallNativeIntegration), OAuth2', () => {
  test('revokes the tokens at the service, also when it is disconnected', async () => {
    for (const end of [
      () => mine.delete(`/native/integrations/${id}`),
      () => mine.post(`/native/connectors/spreadsheet/disconnect/${id}`),
    ]) {
      id = (await api.install('contacts-to-spreadsheet')).IntegrationId ?? ''
      sheets.revokeAll()
      await connect()
      expect(sheets.counts()).toEqual({ access: 1, refresh: 1 })
      expect((await end()).statusCode).toBe(200)
      expect(sheets.counts()).toEqual({ access: 0, refresh: 0 })
    }
  })
})
