import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import type { Operation } from '#kernel/contract/schema'
import type { Tenant } from '#prisma/client'
import { loadDemo } from '#src/demo/load-demo'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { startCommand } from '#test/support/cli/command'
import { createTestDatabase } from '#test/support/database/database'
import { TEST_SECRET } from '#test/support/database/login-key'
import { archiveFolder, loadTenant } from '#test/support/integration/archives'
import { residentMemory } from '#test/support/processes/resident-memory'
import { foreignIds, type IdsByParameter } from '#test/support/walks/foreign-ids'
import { callList, listOf } from '#test/support/walks/lists'
import { pathWith } from '#test/support/walks/requests'

const NOW = new Date('2026-11-21T12:00:00Z')
/** MB. An idle command uses some 150, most of it for Node.js and Prisma. */
const MAX_MEMORY = 450
/** Without a limit, Node.js collects garbage only when it has used a part of the memory of the machine. */
const LIMITED = '--max-old-space-size=256'

/** Operations whose results differ by design. */
const DIFFERENT: Record<string, string> = {
  listApiKeys: 'keys are issued again',
  getApiKey: 'keys are issued again',
  listOAuthClients: 'clients get new ids',
  getOAuthClient: 'clients get new ids',
  listWebhooks: 'webhooks are paused',
  listWebhookDialog: 'webhooks are paused',
  getWebhook: 'webhooks are paused',
  getWebhookState: 'webhooks are paused',
  getServiceConnectionKey: 'keys are issued again',
  testPaymentProcessor: 'it measures the time',
  listMailMessages: 'mails that were waiting have ended',
  getMailMessage: 'mails that were waiting have ended',
  listFiles: 'the files of exports are not part of the archive',
  listBankAccounts: 'the processor that is built in draws ids at random',
  listWebhookAttempts: 'the ids of messages name the tenant',
  getWebhookAttempt: 'the ids of messages name the tenant',
  getLedgerSettings: 'the ledger is authorized again',
  listConnectedConnectors: 'connectors are connected again',
  listNativeIntegrations: 'integrations are paused',
  getNativeIntegration: 'integrations are paused',
  listNativeExecutions: 'runs that were waiting have ended',
  getAssociationSettings: 'the key of the registry is issued again',
  getInvitationRun: 'a run that was under way has stopped',
  listTenantExports: 'exports are not part of the archive',
  getTenantExport: 'exports are not part of the archive',
  getRateLimits: 'the use is counted by each installation',
  listJobs: 'jobs are not part of the archive: work that was open is enqueued again',
}

/** GETs that change something, or that need more than the tenant, such as its exchanges with others. */
const SKIPPED =
  /assignzipcodes|\/migration\/|\/connect\/|authorize|\/execute|configure\/put|captcha|\/env$|getenv|unsubscribe|^\/api\/(connection|exchange)\//i

interface Answer {
  status: number
  body: string
}
const answerOf = ({ statusCode, body }: LightMyRequestResponse): Answer => ({
  status: statusCode,
  body: body.replace(/"(requestId|instance)":"[^"]*"/g, ''),
})

/** Runs a command, and returns the most memory that it used, in MB. */
const runMeasured = async (args: string[], env: Record<string, string>): Promise<number> => {
  const { process: child, result } = startCommand(args, env)
  let most = 0
  const timer = setInterval(() => {
    if (child.exitCode === null) most = Math.max(most, residentMemory(child))
  }, 200)
  const { code, err } = await result.finally(() => clearInterval(timer))
  expect(code, err).toBe(0)
  return most
}

/** Defines the test that compares an imported tenant with the former one. */
export const testEqualResults = (contacts: number): void => {
  const folder = archiveFolder()
  let source: TestApp
  let target: TestApp
  let mine: TestCaller
  let there: TestCaller
  let ids: IdsByParameter

  beforeAll(async () => {
    const config = { filesFolder: folder.path('source-files') }
    source = await buildTestApp({ own: true, clock: { now: () => NOW }, config })
    mine = await source.tenant()
    ids = await foreignIds(source, await source.tenant(), mine)
    await loadDemo({ database: source.database, tenant: mine.tenant, contacts, now: NOW })
    await loadTenant(source, mine.tenant, NOW, contacts)
    const database = await createTestDatabase()
    const archive = folder.path('tenant.tar')
    const env = { GUILDHALL_SECRET: TEST_SECRET, GUILDHALL_DATA_DIR: folder.path('data'), NODE_OPTIONS: LIMITED }
    const from = { ...env, DATABASE_URL: source.url, FILES_FOLDER: folder.path('source-files') }
    const to = { ...env, DATABASE_URL: database.url, FILES_FOLDER: folder.path('target-files') }
    const began = Date.now()
    const exporting = await runMeasured(['export', 'tenant', archive, '--tenant', mine.tenant.key], from)
    const exported = Date.now()
    const importing = await runMeasured(['import', 'tenant', archive], to)
    const seconds = [exported - began, Date.now() - exported].map((ms) => Math.round(ms / 1000))
    console.log(
      `${contacts} contacts: export ${seconds[0]} s, ${exporting} MB; import ${seconds[1]} s, ${importing} MB`,
    )
    expect(Math.max(exporting, importing)).toBeLessThan(MAX_MEMORY)
    const options = {
      url: database.url,
      clock: { now: () => NOW },
      config: { filesFolder: folder.path('target-files') },
    }
    target = await buildTestApp(options)
    const tenant = await target.database.system.tenant.findFirstOrThrow({ where: { key: mine.tenant.key } })
    there = await sameCaller(target, mine, tenant)
  }, 7_200_000)
  afterAll(async () => {
    await source.close()
    await target.close()
    folder.remove()
  })

  describe('the imported tenant', () => {
    test('returns identical results for every list and document', async () => {
      const different: string[] = []
      let compared = 0
      for (const [operation, ask] of requestsOf(ids)) {
        const one = answerOf(await ask(mine))
        const other = answerOf(await ask(there))
        if (one.status === 200) compared++
        if (JSON.stringify(one) !== JSON.stringify(other)) different.push(`${operation}: ${difference(one, other)}`)
      }
      expect(different).toEqual([])
      expect(compared).toBeGreaterThan(150)
    })
  })
}

/** A key of the same permission: some lists show what belongs to the caller. */
const sameCaller = async (server: TestApp, { permissionId }: TestCaller, tenant: Tenant): Promise<TestCaller> => {
  const caller = await server.caller(tenant, ['admin'])
  const { applicationSecret, applicationPermission } = server.database.system
  const where = { tenantId: tenant.id, permissionId: caller.permissionId }
  await applicationSecret.updateMany({ where, data: { permissionId } })
  await applicationPermission.deleteMany({ where: { tenantId: tenant.id, id: caller.permissionId } })
  return caller
}

const difference = (one: Answer, other: Answer): string => {
  const at = [...one.body].findIndex((letter, position) => letter !== other.body[position])
  const part = ({ status, body }: Answer) => `${status} ${body.slice(Math.max(0, at - 100), at + 200)}`
  return `${part(one)}\n${part(other)}`
}

type Ask = (caller: TestCaller) => Promise<LightMyRequestResponse>

/**
 * The requests of all lists and documents, by the names of their operations. Lists first: a document that was never
 * printed is stored as a file when it is read.
 */
const requestsOf = (ids: IdsByParameter): [string, Ask][] =>
  [...operationCatalogue.values()]
    .sort((one, other) => Number(listOf(one) === undefined) - Number(listOf(other) === undefined))
    .filter(({ isPublic, operationId, url }) => !isPublic && !(operationId in DIFFERENT) && !SKIPPED.test(url))
    .flatMap((operation) => {
      const ask = askOf(operation, ids)
      return ask ? [[operation.operationId, ask] as [string, Ask]] : []
    })

/** Sends a list or the request of a document; undefined for other operations. */
const askOf = (operation: Operation, ids: IdsByParameter): Ask | undefined => {
  const path = pathWith(operation.url, (name) => ids.of(name, operation.url))
  const list = listOf(operation)
  if (list) return (caller) => callList(caller, list, path, {})
  return operation.method === 'GET' ? (caller) => caller.get(path) : undefined
}
