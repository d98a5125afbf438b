import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { type LedgerApi, type OnlineBench, openOnlineLedger, ROOT } from '#test/support/finance/ledger'
import { refusal } from '#test/support/people/contact-parts'

let bench: OnlineBench
let replica: TestApp
const clock = { at: Date.now(), now: () => new Date(clock.at) }
beforeAll(async () => {
  bench = await openOnlineLedger({ clock })
  replica = await buildTestApp({ url: bench.server.url, clock, config: bench.ledger.config })
  bench.ledger.rows('Account').push({ Id: '79', Name: 'Membership Dues', FullyQualifiedName: 'Income:Membership Dues' })
})
afterAll(async () => {
  await replica.close()
  await bench.close()
})

const LIST = `${ROOT}/ledgeronline/accountmapping/ldgaccounts`
const list = (api: LedgerApi) => api.caller.get(LIST)
const statusOf = async (api: LedgerApi) => (await api.settings()).LdgConnectionStatus
const income = async ({ caller }: LedgerApi) => {
  const where = { tenantId: caller.tenant.id, systemRole: 'membership-income' }
  return (await bench.server.database.system.account.findFirstOrThrow({ where })).id
}
const refreshes = () => bench.ledger.requests.filter((line) => line.includes('refresh_token')).length

describe('GET /api/ledgersettings/settings/ledgeronline/accountmapping/ldgaccounts (listLedgerAccounts)', () => {
  test('renews the tokens once for many requests of two replicas', async () => {
    const api = await bench.connected()
    clock.at += 3_590_000
    const before = refreshes()
    const headers = { authorization: `ApiKey ${api.caller.key}` }
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, at) => (at % 2 ? bench.server : replica).app.inject({ url: LIST, headers })),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
    expect(refreshes() - before).toBe(1)
  })

  test('renews the tokens if the ledger rejects them before they expire', async () => {
    const api = await bench.connected()
    bench.ledger.expireAccess()
    expect((await list(api)).json()).toEqual([
      { Name: 'Income:Membership Dues', IsSelected: false, LdgAccountId: '79' },
    ])
  })

  test('continues the refresh of a process that has died', async () => {
    const api = await bench.connected()
    const where = { tenantId: api.caller.tenant.id }
    clock.at += 3_590_000
    const refreshingSince = new Date(clock.at - 31_000)
    await bench.server.database.system.ledgerConnection.updateMany({ where, data: { refreshingSince } })
    expect((await list(api)).statusCode).toBe(200)
  })

  test('says that the ledger must be connected again if a process dies before it has stored the new tokens', async () => {
    const api = await bench.connected()
    const where = { tenantId: api.caller.tenant.id }
    await api.post('saveAccountMapping', 'ledgeronline/accountmapping', {
      Mappings: [{ ServiceId: String(await income(api)), LedgerId: '79' }],
    })
    clock.at += 3_590_000
    bench.ledger.next('refresh_token', 'reset-after')
    expect(await refusal(list(api))).toEqual([503, 'unavailable'])
    // A process that was killed has not released its claim.
    const refreshingSince = new Date(clock.at)
    await bench.server.database.system.ledgerConnection.updateMany({ where, data: { refreshingSince } })
    clock.at += 31_000
    expect(await refusal(list(api))).toEqual([409, 'ledger-not-connected'])
    expect(await api.settings()).toMatchObject({
      LdgConnectionStatus: 'Revoked',
      ConnectLdg: '/api/ledgersettings/settings/connect/ledgeronline',
    })
    const { Location } = await api.connect()
    expect((await bench.server.app.inject({ url: bench.ledger.grant(String(Location)) })).statusCode).toBe(200)
    expect((await list(api)).json()).toMatchObject([{ LdgAccountId: '79', IsSelected: true }])
  })

  test('keeps the connection if the ledger does not respond, and ends it if the access was revoked', async () => {
    const api = await bench.connected()
    clock.at += 3_590_000
    for (const behavior of ['reset', { status: 500 }, { status: 429 }] as const) {
      bench.ledger.next('refresh_token', behavior)
      expect(await refusal(list(api))).toEqual([503, 'unavailable'])
    }
    for (const behavior of ['reset', { status: 500 }, { status: 429 }] as const) {
      bench.ledger.next('/query', behavior)
      expect(await refusal(list(api))).toEqual([503, 'unavailable'])
    }
    expect([(await list(api)).statusCode, await statusOf(api)]).toEqual([200, 'Connected'])
    bench.ledger.revokeAll()
    expect(await refusal(list(api))).toEqual([409, 'ledger-not-connected'])
    expect(await statusOf(api)).toBe('Revoked')
    expect(await refusal(list(api))).toEqual([409, 'ledger-not-connected'])
  })

  test('states that the tokens have expired', async () => {
    const api = await bench.connected()
    bench.ledger.revokeAll()
    clock.at += 8_726_400_000
    expect(await refusal(list(api))).toEqual([409, 'ledger-not-connected'])
    expect(await statusOf(api)).toBe('Expired')
  })
})
