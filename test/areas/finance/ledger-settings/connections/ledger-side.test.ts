import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp } from '#test/support/build-app'
import { type LedgerApi, ledgerApi, type OnlineBench, openOnlineLedger, ROOT } from '#test/support/finance/ledger'
import { refusal } from '#test/support/people/contact-parts'

let bench: OnlineBench
const clock = { at: Date.parse('2026-11-20T10:00:00Z'), now: () => new Date(clock.at) }
beforeAll(async () => {
  bench = await openOnlineLedger({ clock })
})
afterAll(() => bench.close())

const installed = async (): Promise<LedgerApi> => {
  const api = ledgerApi(await bench.server.tenant())
  await api.install()
  return api
}
const visit = async (url: string) => {
  const page = await bench.server.app.inject({ url })
  return [page.statusCode, /<h1>(.*?)<\/h1>/.exec(page.body)?.[1]]
}
const statusOf = async (api: LedgerApi) => (await api.settings()).LdgConnectionStatus

const CONNECTED = [200, 'The ledger is connected']
const INVALID = [400, 'The connection was not completed']
const REFUSED = [400, 'The ledger is not connected']

describe('GET /api/ledgersettings/settings/connect/ledgeronline (connectLedger)', () => {
  test('leads to the authorization with a new state; while connected it changes nothing', async () => {
    const api = await installed()
    const response = await api.caller.get(`${ROOT}/connect/ledgeronline`)
    const { Location, Request } = response.json()
    expect(response.headers['cache-control']).toBe('no-store')
    const { origin, searchParams } = new URL(Location)
    expect([origin, Object.fromEntries(searchParams)]).toEqual([
      bench.ledger.url,
      {
        client_id: 'guildhall-client',
        response_type: 'code',
        scope: 'com.intuit.quickbooks.accounting',
        redirect_uri: expect.stringMatching(/\/api\/public\/ledgersettings\/callback$/),
        state: Request,
      },
    ])
    expect((await api.connect()).Request).not.toBe(Request)
    expect(await visit(bench.ledger.grant(Location))).toEqual(CONNECTED)
    expect(await api.connect()).toEqual({ Location: `${ROOT}/ledgeronline`, Request: null })
  })

  test('connects the embedded ledger immediately, and requires an installation', async () => {
    const server = await buildTestApp()
    const api = ledgerApi(await server.tenant())
    expect(await refusal(api.caller.get(`${ROOT}/connect/ledgeronline`))).toEqual([409, 'ledger-not-installed'])
    await api.install()
    expect(await api.connect()).toEqual({ Location: `${ROOT}/ledgeronline`, Request: null })
    expect(await statusOf(api)).toBe('Connected')
    await server.close()
  })
})

describe('GET /api/public/ledgersettings/callback (finishLedgerConnection)', () => {
  test('accepts a state once, within ten minutes, and stores no readable token', async () => {
    const api = await installed()
    const first = await api.connect()
    const second = await api.connect()
    const late = await api.connect()
    const url = bench.ledger.grant(String(first.Location))
    await bench.server.app.inject({ method: 'HEAD', url })
    expect(await visit(url)).toEqual(CONNECTED)
    expect(await visit(url)).toEqual(INVALID)
    expect(await visit(bench.ledger.grant(String(second.Location)))).toEqual(INVALID)
    await api.post('disconnectLedger', 'disonnect/ledgeronline', {})
    const again = await api.connect()
    clock.at += 600_000
    expect(await visit(bench.ledger.grant(String(again.Location)))).toEqual(INVALID)
    expect(await visit(bench.ledger.grant(String(late.Location)))).toEqual(INVALID)
    const { system } = bench.server.database
    const other = await bench.connected()
    const stored = await system.ledgerConnection.findMany({ where: { tenantId: other.caller.tenant.id } })
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toMatch(/access-|refresh-/)
  })

  test('connects nothing if access was refused, the code is wrong or the ledger does not respond', async () => {
    const api = await installed()
    const callback = async () => bench.ledger.grant(String((await api.connect()).Location))
    expect(await visit((await callback()).replace(/code=[^&]*&/, 'error=access_denied&'))).toEqual(REFUSED)
    expect(await visit((await callback()).replace(/code=[^&]*/, 'code=other'))).toEqual(REFUSED)
    bench.ledger.next('authorization_code', 'reset')
    expect(await visit(await callback())).toEqual([503, 'The ledger is not connected'])
    expect(await visit('/api/public/ledgersettings/callback')).toEqual(INVALID)
    expect(await statusOf(api)).toBe('NotConnected')
  })

  test('refuses another company than that of the mappings', async () => {
    const api = await bench.connected()
    bench.ledger.rows('PaymentMethod').splice(0, 9, { Id: '7', Name: 'Cash' })
    await api.post('savePaymentTypeMapping', 'ledgeronline/paymenttypemapping', {
      Mappings: [{ ServiceId: '1', LedgerId: '7' }],
    })
    await api.post('disconnectLedger', 'disonnect/ledgeronline', {})
    const grant = async () => visit(bench.ledger.grant(String((await api.connect()).Location), '777'))
    expect(await grant()).toEqual([409, 'The ledger is not connected'])
    await api.post('savePaymentTypeMapping', 'ledgeronline/paymenttypemapping', { Mappings: null })
    expect(await grant()).toEqual(CONNECTED)
  })
})

describe('POST /api/ledgersettings/settings/disonnect/ledgeronline (disconnectLedger)', () => {
  test('deletes the tokens and revokes them, also if the ledger does not respond', async () => {
    const api = await bench.connected()
    const tenantId = api.caller.tenant.id
    const before = bench.ledger.counts().refresh
    await api.post('disconnectLedger', 'disonnect/ledgeronline', {})
    expect(bench.ledger.counts().refresh).toBe(before - 1)
    expect(await bench.server.database.system.ledgerConnection.count({ where: { tenantId } })).toBe(0)
    expect(await statusOf(api)).toBe('NotConnected')
    const other = await bench.connected()
    bench.ledger.next('/revoke', 'reset')
    await other.post('disconnectLedger', 'disonnect/ledgeronline', {})
    expect(await statusOf(other)).toBe('NotConnected')
    await other.post('disconnectLedger', 'disonnect/ledgeronline', {})
    const sent = { LdgInstallationId: '999999999' }
    expect(await refusal(api.caller.post(`${ROOT}/disonnect/ledgeronline`, sent))).toEqual([
      409,
      'ledger-not-installed',
    ])
  })
})
