import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccessToken, openRefreshToken, sealTokens } from '#areas/finance/ledger-settings/connections/tokens.model'
import { openConnection } from '#areas/finance/payment-processor/connections.queries'
import { saveConnection } from '#areas/finance/payment-processor/connections.service'
import { openSecrets, sealSecret } from '#areas/integration/webhooks/secrets.model'
import { sealedColumns } from '#areas/joined'
import { sealer } from '#kernel/crypto/seal'
import { resealing } from '#kernel/crypto/sealed-columns'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { feedSecrets } from '#services/auth/feed-secrets'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

const OLD = Buffer.alloc(32, 3)
const NEW = Buffer.alloc(32, 4)

// Its own database: the job runs for all tenants, and the secrets of other files have another key.
let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  mine = await server.tenant()
})
afterAll(() => server.close())

const addWebhook = async (secrets: string[]): Promise<number> => {
  const { id } = await server.database.system.webhook.create({
    data: { tenantId: mine.tenant.id, url: 'https://hooks.example/', filters: ['*'] },
  })
  const rows = secrets.map((sealed) => ({ tenantId: mine.tenant.id, webhookId: id, sealed, hint: 'hint' }))
  await server.database.system.webhookSecret.createMany({ data: rows })
  return id
}

const run = async (key: Uint8Array, ...previous: Uint8Array[]): Promise<void> => {
  const { database, app } = server
  await resealing(sealer(key, ...previous), sealedColumns).task({ database, clock: systemClock, log: app.log }, {})
}

test('every stored secret is encrypted again with the current secret, and can then be read with it only', async () => {
  const { system } = server.database
  const tenantId = mine.tenant.id
  const webhookId = await addWebhook([])
  const secrets = Array.from({ length: 1100 }, (_, at) => `whsec_${at}`)
  await system.webhookSecret.createMany({
    data: secrets.map((secret) => {
      return { tenantId, webhookId, sealed: sealSecret(sealer(OLD), tenantId, webhookId, secret), hint: 'hint' }
    }),
  })
  const feed = feedSecrets(sealer(OLD)).make(tenantId)
  const { id } = await system.calendar.create({
    data: { tenantId, name: 'Published', feedHash: feed.hash, feedSealed: feed.sealed },
  })
  await run(NEW, OLD)
  const rows = await system.webhookSecret.findMany({ where: { webhookId }, orderBy: { id: 'asc' } })
  const sealed = rows.map((row) => row.sealed)
  expect(openSecrets(sealer(NEW), tenantId, webhookId, sealed)).toEqual(secrets)
  const calendar = await system.calendar.findFirstOrThrow({ where: { tenantId, id } })
  const opened = feedSecrets(sealer(NEW)).open(calendar.feedSealed ?? '')
  expect(feedSecrets(sealer(NEW)).read(opened)).toEqual({ tenantId, hash: feed.hash })

  await run(NEW)
  const again = await system.webhookSecret.findMany({ where: { webhookId }, orderBy: { id: 'asc' } })
  expect(again.map((row) => row.sealed)).toEqual(sealed)
})

test('the tokens of the ledger and the keys of the processor are readable while the secret changes', async () => {
  const { system } = server.database
  const tenantId = mine.tenant.id
  const { id: installationId } = await system.ledgerInstallation.create({ data: { tenantId, connectorId: 2 } })
  const issued = { accessToken: 'access', accessSeconds: 3600, refreshToken: 'refresh', refreshSeconds: 7200 }
  const tokens = sealTokens(sealer(OLD), tenantId, issued, new Date())
  const now = new Date()
  await system.ledgerConnection.create({
    data: { tenantId, installationId, status: 'Connected', connectedAt: now, ...tokens },
  })
  const scope = await systemScope({ database: server.database, clock: systemClock, log: server.app.log }, tenantId)
  const keys = { key: 'sk_test_1', eventSecret: 'whsec_1' }
  await saveConnection(scope, sealer(OLD), keys)
  const read = async (key: Uint8Array, ...previous: Uint8Array[]) => {
    const opener = sealer(key, ...previous)
    const { accessToken, refreshToken } = await system.ledgerConnection.findFirstOrThrow({ where: { tenantId } })
    const access = openAccessToken(opener, { tenantId, accessToken: accessToken ?? '' })
    return [access, openRefreshToken(opener, { tenantId, refreshToken }), await openConnection(scope, opener)]
  }
  expect(await read(NEW, OLD)).toEqual(['access', 'refresh', keys])
  await run(NEW, OLD)
  expect(await read(NEW)).toEqual(['access', 'refresh', keys])
})

test('a secret that cannot be opened is left as it is and delays no other', async () => {
  const { system } = server.database
  const tenantId = mine.tenant.id
  const webhookId = await addWebhook(['unreadable'])
  const [first] = await system.webhookSecret.findMany({ where: { webhookId } })
  await system.webhookSecret.create({
    data: { tenantId, webhookId, sealed: sealSecret(sealer(OLD), tenantId, webhookId, 'whsec_x'), hint: 'hint' },
  })
  await run(NEW, OLD)
  const rows = await system.webhookSecret.findMany({ where: { webhookId }, orderBy: { id: 'asc' } })
  expect(rows[0]).toEqual(first)
  expect(openSecrets(sealer(NEW), tenantId, webhookId, [rows[1]?.sealed ?? ''])).toEqual(['whsec_x'])
})
