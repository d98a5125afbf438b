import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nativeApi } from '#test/support/integration/native-integrations'

let server: TestApp
let mine: TestCaller
const api = nativeApi(
  () => server,
  () => mine,
)
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
})
afterAll(() => server.close())

describe('GET /native/apps/{id}/install (installNativeApp)', () => {
  test('installs the app, and returns the same integration when it is repeated', async () => {
    const first = await api.install('csv-to-s3')
    expect(first).toMatchObject({
      AppId: 'csv-to-s3',
      ConnectorName: 's3',
      Authentication: 'ApiKey',
      Status: 'NotConnected',
      IsConnected: false,
      IsConfigured: false,
      Triggers: ['nightly', 'manual'],
      FeedUrl: null,
      Actions: ['connect', 'configure', 'uninstall'],
    })
    expect(await api.install('csv-to-s3')).toEqual(first)
    expect(await api.integration(first.IntegrationId ?? '')).toEqual(first)
    const answer = await mine.get('/native/apps/csv-to-s3/install')
    expect(answer.headers['cache-control']).toBe('no-store')
    const { system } = server.database
    const events = await system.outboxEvent.findMany({
      where: { tenantId: mine.tenant.id, entity: 'nativeintegration', entityId: Number(first.IntegrationId) },
    })
    expect(events.map(({ kind }) => kind)).toEqual(['nativeintegration.created'])
  })

  test('installs nothing for a HEAD, and no app twice by two calls at once', async () => {
    const { id: tenantId } = mine.tenant
    const head = await server.app.inject({
      method: 'HEAD',
      url: '/native/apps/csv-to-sftp/install',
      headers: { authorization: `ApiKey ${mine.key}` },
    })
    expect(head.statusCode).toBe(200)
    const count = () => server.database.system.nativeIntegration.count({ where: { tenantId, appId: 'csv-to-sftp' } })
    expect(await count()).toBe(0)
    const both = await Promise.all([api.install('csv-to-sftp'), api.install('csv-to-sftp')])
    expect(both[0].IntegrationId).toBe(both[1].IntegrationId)
    expect(await count()).toBe(1)
  })

  test('returns 404 for an app that the catalog does not have, and for a service that the operator has not configured', async () => {
    expect((await mine.get('/native/apps/other/install')).statusCode).toBe(404)
    expect((await mine.get('/native/apps/contacts-to-spreadsheet/install')).statusCode).toBe(404)
    expect((await mine.get('/native/apps/constructor/install')).statusCode).toBe(404)
  })
})

describe('GET /native/integrations (listNativeIntegrations)', () => {
  test('returns the apps of the catalog and the integrations of the tenant, ordered by name', async () => {
    const other = await server.tenant()
    const rows = JSON.parse((await other.get('/native/integrations')).json().Content)
    expect(rows.map(({ AppId }: { AppId: string }) => AppId)).toEqual([
      ...['calendar-feed', 'csv-to-s3', 'csv-to-sftp', 'mail-digest', 'outgoing-webhook'],
    ])
    for (const row of rows)
      expect(row).toMatchObject({
        IntegrationId: null,
        Status: 'NotInstalled',
        InstalledDate: null,
        Actions: ['install'],
      })
    await other.get('/native/apps/mail-digest/install')
    const after = JSON.parse((await other.get('/native/integrations')).json().Content)
    expect(after[3]).toMatchObject({ AppId: 'mail-digest', Status: 'NotConfigured', IsConnected: true })
  })

  test('offers no action to a caller that can only read', async () => {
    const reader = await server.caller(mine.tenant, ['native-integrations:read'])
    const rows = JSON.parse((await reader.get('/native/integrations')).json().Content)
    for (const row of rows) expect(row).toMatchObject({ Actions: [], FeedUrl: null })
  })
})

describe('GET /native/integrations/{id} (getNativeIntegration)', () => {
  test('returns 404 for the id of another tenant and for ids that no integration has', async () => {
    const other = await server.foreignTenant()
    const { IntegrationId } = JSON.parse((await other.get('/native/apps/mail-digest/install')).body)
    for (const id of [IntegrationId, '0', '2147483647', '9999999999'])
      for (const path of ['', '/configure', '/configure/put', '/execute', '/executions'])
        expect((await mine.get(`/native/integrations/${id}${path}`)).statusCode, path).toBe(404)
    expect((await mine.delete(`/native/integrations/${IntegrationId}`)).statusCode).toBe(404)
    expect((await other.get(`/native/integrations/${IntegrationId}`)).statusCode).toBe(200)
  })
})

describe('GET /native/integrations/{id}/configure/put (saveNativeIntegrationConfiguration)', () => {
  const digest = async () => (await api.install('mail-digest')).IntegrationId ?? ''

  test('replaces the configuration, fills in the defaults, and returns it for a call without values', async () => {
    const id = await digest()
    expect((await api.configuration(id)).ValuesJson).toBeNull()
    const saved = await api.good<{ ValuesJson: string; SchemaJson: string }>(
      'saveNativeIntegrationConfiguration',
      api.configure(id, { Recipients: ['ada@h.example'], Hour: 6 }),
    )
    expect(JSON.parse(saved.ValuesJson)).toEqual({
      Recipients: ['ada@h.example'],
      Hour: 6,
      Lists: ['contacts', 'memberships'],
      SkipsEmpty: false,
      Schedule: 'Daily',
      Weekday: 1,
      IsPaused: false,
    })
    expect(JSON.parse(saved.SchemaJson).properties.Hour).toMatchObject({ type: 'integer', maximum: 23 })
    expect(await api.configuration(id)).toEqual(saved)
    expect((await mine.get(`/native/integrations/${id}/configure/put`)).json()).toEqual(saved)
    expect((await api.integration(id)).Status).toBe('Ready')
  })

  test('changes nothing for equal values, and requires the current version where If-Match states one', async () => {
    const id = await digest()
    const values = { Recipients: ['bea@h.example'] }
    const first = await api.configure(id, values)
    expect((await api.configure(id, values)).headers.etag).toBe(first.headers.etag)
    const next = await api.configure(id, { Recipients: ['cy@h.example'] }, { 'if-match': String(first.headers.etag) })
    expect(next.statusCode).toBe(200)
    expect((await api.configure(id, values, { 'if-match': String(first.headers.etag) })).statusCode).toBe(412)
  })

  test('returns 422 with every error of the values', async () => {
    const id = await digest()
    const answer = await api.configure(id, { Recipients: [], Hour: 24, Lists: ['orders'], Other: 1 })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'configuration-invalid' })
    const pointers = answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers.sort()).toEqual([
      ...['query:values', 'query:values/Hour', 'query:values/Lists/0', 'query:values/Recipients'],
    ])
    const address = await api.configure(id, { Recipients: ['no address'] })
    expect(address.json().errors).toEqual([{ pointer: 'query:values/Recipients/0', message: 'must be a mail address' }])
    for (const text of ['[]', '{', 'null', '"text"'])
      expect(
        (await mine.get(`/native/integrations/${id}/configure/put?values=${encodeURIComponent(text)}`)).statusCode,
      ).toBe(400)
  })

  test('rejects a secret, because addresses are logged', async () => {
    const id = (await api.install('csv-to-s3')).IntegrationId ?? ''
    const answer = await api.configure(id, { SecretAccessKey: 'hidden' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0]).toEqual({
      pointer: 'query:values/SecretAccessKey',
      message: 'is a secret: connect the connector with it',
    })
  })

  test('rejects columns that the list does not have and filters that it cannot read', async () => {
    const id = (await api.install('csv-to-s3')).IntegrationId ?? ''
    const answer = await api.configure(id, { List: 'invoices', Columns: ['Total', 'Name'], Filter: 'Nothing eq 1' })
    expect(answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      ...['query:values/Columns/1', 'query:values/Filter'],
    ])
  })

  test('requires the scopes of what the integration sends, also to change what it sends', async () => {
    const id = (await api.install('csv-to-s3')).IntegrationId ?? ''
    const limited = await server.caller(mine.tenant, [
      ...['native-integrations:read', 'native-integrations:write', 'contacts:read'],
    ])
    const put = (values: object) =>
      limited.get(`/native/integrations/${id}/configure/put?values=${encodeURIComponent(JSON.stringify(values))}`)
    expect((await put({ List: 'contacts' })).statusCode).toBe(200)
    const refused = await put({ List: 'invoices' })
    expect(refused.statusCode).toBe(403)
    expect(refused.headers['www-authenticate']).toContain('books:read')
    expect((await api.configure(id, { List: 'invoices' })).statusCode).toBe(200)
    expect((await put({ List: 'contacts' })).statusCode).toBe(403)
    const row = JSON.parse((await limited.get('/native/integrations')).json().Content).find(
      ({ AppId }: { AppId: string }) => AppId === 'csv-to-s3',
    )
    expect(row.Actions).toEqual(['uninstall'])
  })
})

describe('GET /native/integrations/{id}/configure (getNativeIntegrationConfiguration)', () => {
  test('returns a form whose defaults and descriptions a client can show', async () => {
    const { IntegrationId } = await api.install('csv-to-s3')
    const { SchemaJson } = await api.configuration(IntegrationId ?? '')
    const { properties, additionalProperties } = JSON.parse(SchemaJson ?? '')
    expect(additionalProperties).toBe(false)
    for (const [name, field] of Object.entries(properties))
      expect(field, name).toMatchObject({ title: expect.any(String), description: expect.any(String) })
  })
})

describe('DELETE /native/integrations/{id} (uninstallNativeIntegration)', () => {
  test('deletes the integration with its runs, and the app can be installed again', async () => {
    const { IntegrationId = '' } = await api.install('outgoing-webhook')
    const id = IntegrationId ?? ''
    expect((await mine.delete(`/native/integrations/${id}`, { 'if-match': '"7"' })).statusCode).toBe(412)
    expect((await mine.delete(`/native/integrations/${id}`)).json()).toEqual({})
    expect((await mine.get(`/native/integrations/${id}`)).statusCode).toBe(404)
    expect((await api.install('outgoing-webhook')).IntegrationId).not.toBe(id)
  })
})
