import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveConnection } from '#areas/finance/payment-processor/connections.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { ledgerApi, type OnlineBench, openOnlineLedger, ROOT } from '#test/support/finance/ledger'
import { withAdmin } from '#test/support/server/test-server'

// Its own database, all of whose rows are read.
let bench: OnlineBench
beforeAll(async () => {
  bench = await openOnlineLedger({ own: true })
})
afterAll(() => bench.close())

/** All rows of all tables of the database, as a dump contains them. */
const dump = (): Promise<string> =>
  withAdmin(bench.server.url, async (admin) => {
    const { rows: tables } = await admin.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
       WHERE relkind = 'r' AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await admin.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`)
      texts.push(...rows.map(({ text }) => text))
    }
    return texts.join('\n')
  })

test('a dump of the database shows no token, key or secret of the ledger and the processor', async () => {
  const { server, ledger } = bench
  const api = await bench.connected()
  await api.get('connectAms', 'connect/ams')
  ledger.rows('Account').push({ Id: '1', Name: 'Dues' })
  ledger.expireAccess()
  expect((await api.caller.get(`${ROOT}/ledgeronline/accountmapping/ldgaccounts`)).statusCode).toBe(200)
  const other = ledgerApi(await server.tenant())
  await other.install()
  const { Request } = await other.connect()
  const keys = { key: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc', eventSecret: 'whsec_5WbX5kEWLlfzsGNjH64I8lOO' }
  const context = { database: server.database, clock: systemClock, log: server.app.log }
  await saveConnection(await systemScope(context, api.caller.tenant.id), server.app.sealer, keys)
  const secrets = [...ledger.secrets(), ...Object.values(keys), api.caller.key, String(Request)]
  expect(secrets.filter((secret) => secret.length > 9)).toHaveLength(10)
  const text = await dump()
  expect(text).toContain(api.caller.tenant.key)
  const written = secrets.flatMap((secret) => {
    const bytes = Buffer.from(secret)
    return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
  })
  expect(written.filter((secret) => text.includes(secret))).toEqual([])
})
