import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { ledgerApi, ROOT } from '#test/support/finance/ledger'
import { refusal } from '#test/support/people/contact-parts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const NOTHING = {
  LdgModuleIsEnabled: true,
  LdgIsInstalled: false,
  LdgIsConnected: false,
  AmsIsConnected: false,
  LdgIsEnabled: false,
  EnableLdg: false,
  ConnectAms: null,
  Spacer: null,
  ConnectLdg: null,
  AmsConnectionStatus: 'NotConnected',
  LdgConnectionStatus: 'NotConnected',
  LdgConnectorId: null,
  LdgInstallationId: null,
  LdgConnectorName: null,
  AmsConnectorId: '1',
  AmsInstallationId: null,
  AmsConnectorName: 'Guildhall',
  MappingLinkBox: null,
}

describe('GET /api/ledgersettings/settings/ledgeronline (getLedgerSettings)', () => {
  test('follows the installation and both connections, with the version of the installation', async () => {
    const api = ledgerApi(await server.tenant())
    expect(await api.settings()).toEqual(NOTHING)
    const { Id } = await api.install()
    const installed = {
      ...NOTHING,
      LdgIsInstalled: true,
      LdgInstallationId: Id,
      AmsInstallationId: Id,
      LdgConnectorId: '1',
      LdgConnectorName: 'Embedded ledger',
    }
    expect(await api.settings()).toEqual({
      ...installed,
      ConnectAms: `${ROOT}/connect/ams`,
      ConnectLdg: `${ROOT}/connect/ledgeronline`,
    })
    await api.get('connectAms', 'connect/ams')
    await api.connect()
    expect(await api.settings()).toEqual({
      ...installed,
      LdgIsConnected: true,
      AmsIsConnected: true,
      AmsConnectionStatus: 'Connected',
      LdgConnectionStatus: 'Connected',
      MappingLinkBox: `${ROOT}/ledgeronline/accountmapping`,
    })
    expect((await api.caller.get(`${ROOT}/ledgeronline`)).headers.etag).toBe('"3"')
  })
})

describe('GET /api/ledgersettings/settings/ledgeronlinebase (getLedgerBase)', () => {
  test('states whether the ledger is installed and part of the edition', async () => {
    const api = ledgerApi(await server.tenant())
    const base = () => api.get('getLedgerBase', 'ledgeronlinebase')
    expect(await base()).toEqual({ LastSync: null, LdgModuleIsEnabled: true, LdgIsInstalled: false })
    await api.install()
    await api.good(
      'saveTenantSettings',
      api.caller.post('/api/settings/tenant', { AuditId: 1, LedgerModuleIsEnabled: false }),
    )
    expect(await base()).toEqual({ LastSync: null, LdgModuleIsEnabled: false, LdgIsInstalled: true })
  })
})

describe('POST /api/ledgersettings/settings/ledgeronline (saveLedgerSettings)', () => {
  test('switches the sync on and off while both sides are connected', async () => {
    const api = ledgerApi(await server.tenant())
    const save = (body: object) => api.caller.post(`${ROOT}/ledgeronline`, body)
    expect(await refusal(save({ EnableLdg: true }))).toEqual([409, 'ledger-not-installed'])
    await api.install()
    expect(await refusal(save({ EnableLdg: true }))).toEqual([409, 'ledger-not-connected'])
    await api.connect()
    expect(await refusal(save({ EnableLdg: true }))).toEqual([409, 'ledger-not-connected'])
    await api.get('connectAms', 'connect/ams')
    const on = { EnableLdg: true, LdgIsEnabled: true }
    expect(await api.post('saveLedgerSettings', 'ledgeronline', { EnableLdg: true })).toMatchObject(on)
    expect(await api.post('saveLedgerSettings', 'ledgeronline', { Spacer: 'x' })).toMatchObject(on)
    expect(await refusal(api.caller.post(`${ROOT}/ledgeronline`, on, { 'if-match': '"1"' }))).toEqual([
      412,
      'precondition-failed',
    ])
    await api.post('disconnectLedger', 'disonnect/ledgeronline', {})
    expect(await api.settings()).toMatchObject({ EnableLdg: true, LdgIsEnabled: false })
    const off = { EnableLdg: false, LdgIsEnabled: false }
    expect(await api.post('saveLedgerSettings', 'ledgeronline', { EnableLdg: false })).toMatchObject(off)
    expect(await refusal(save({ LdgInstallationId: '999999999' }))).toEqual([409, 'ledger-not-installed'])
  })
})
