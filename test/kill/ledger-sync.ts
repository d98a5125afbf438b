import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRefreshToken, sealTokens } from '#areas/finance/ledger-settings/connections/tokens.model'
import { openInstallationSecret } from '#kernel/auth/installation-secret'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { type Office, openSyncBench, type SyncBench } from '../support/api/ledger-sync.ts'
import { bundled } from '../support/bundle.ts'
import type { LedgerBehavior } from '../support/online-ledger.ts'
import { releaseJobs, startWorker, WORKER_SECRET, type Worker } from '../support/worker.ts'

let bench: SyncBench
let office: Office
let program: string
let worker: Worker | undefined

/** The variables of a worker that sends to the stand-in. */
const start = async (): Promise<void> => {
  const { config } = bench.ledger
  worker = await startWorker(program, {
    DATABASE_URL: bench.server.url,
    OUTBOUND_ALLOWED_NETWORKS: config.outboundAllowed,
    LEDGER_CLIENT_ID: config.ledgerClientId,
    LEDGER_CLIENT_SECRET: config.ledgerClientSecret,
    LEDGER_TOKEN_URL: config.ledgerTokenUrl,
    LEDGER_API_URL: config.ledgerApiUrl,
  })
}

/** Seals the tokens with the key of the worker's installation. The test's own server has another key. */
const sealForWorker = async (): Promise<void> => {
  const { database, app } = bench.server
  const { system, systemPool } = database
  const tenantId = office.caller.tenant.id
  const connection = await system.ledgerConnection.findFirstOrThrow({ where: { tenantId } })
  const refreshToken = openRefreshToken(app.sealer, connection) ?? ''
  const installation = await openInstallationSecret(readConfig({ GUILDHALL_SECRET: WORKER_SECRET }), systemPool)
  const issued = { accessToken: 'none', accessSeconds: 1, refreshToken, refreshSeconds: 8_000_000 }
  const data = sealTokens(sealer(...installation.keys('sealed-records')), tenantId, issued, new Date())
  await system.ledgerConnection.updateMany({ where: { tenantId }, data })
}

/** Makes everything due that waits, as if the time had passed. */
const passTime = async (): Promise<void> => {
  const admin = new pg.Client({ connectionString: bench.server.url })
  await admin.connect()
  await admin
    .query('update graphile_worker._private_jobs set run_at = now() where locked_by is null and run_at > now()')
    .finally(() => admin.end())
  const { system } = bench.server.database
  await system.ledgerExecution.updateMany({ where: { status: 'Pending' }, data: { dueAt: null } })
}

/** Releases the work of a killed worker, as other workers do within half a minute. */
const releaseWork = async (): Promise<void> => {
  await releaseJobs(bench.server.url)
  await bench.server.database.system.ledgerConnection.updateMany({ data: { refreshingSince: null } })
}

export interface LedgerKills {
  kills: number
  documents: number
}

const FAULTS: LedgerBehavior[] = ['reset', 'reset-after', { status: 500 }, { status: 429 }]

/** Issues invoices; pays every second one, voids every seventh. */
const issueDocuments = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at++) {
    const { InvoiceId, AuditId } = await office.invoice([{ FeeItemId: office.dues, Quantity: 1 + (at % 5) / 4 }])
    if (at % 7 === 6) await office.post(`/api/finance/invoices/${InvoiceId}/void`, { AuditId })
    else if (at % 2 === 0) {
      const paid = { ContactId: office.contactId, Amount: 50, PaymentTypeId: 2 }
      await office.post('/api/finance/payments/0', { ...paid, Applications: [{ InvoiceId, Amount: 50 }] })
    }
  }
}

/** The documents of the books and those of the ledger in the same form. */
const compared = async () => {
  const { system } = bench.server.database
  const where = { tenantId: office.caller.tenant.id }
  const [invoices, payments] = [await system.invoice.findMany({ where }), await system.payment.findMany({ where })]
  const own = [
    ...invoices
      .map(({ number, total, voidedAt }) => [`INV-${number}`, Number(total), voidedAt !== null])
      // What was void before it was sent is not in the ledger.
      .filter(([number, , isVoid]) => !isVoid || office.documents('Invoice').some((one) => one.DocNumber === number)),
    ...payments.map(({ number, amount }) => [`PAY-${number}`, Number(amount), false]),
  ]
  const theirs = [
    ...office.documents('Invoice').map(({ DocNumber, Line, isVoid }) => {
      const cents = (Line as { Amount: number }[]).reduce((sum, { Amount }) => sum + Math.round(Amount * 100), 0)
      return [DocNumber, cents / 100, isVoid]
    }),
    ...office.documents('Payment').map(({ PaymentRefNum, TotalAmt, isVoid }) => [PaymentRefNum, TotalAmt, isVoid]),
  ]
  return { own: own.map(String).sort(), theirs: theirs.map(String).sort() }
}

/** Defines the test of a worker that is killed while it sends documents to a ledger with faults. */
export const testLedgerKills = ({ kills, documents }: LedgerKills): void => {
  beforeAll(async () => {
    bench = await openSyncBench({ isOwn: true })
    office = await bench.office()
    await sealForWorker()
    program = bundled('test/support/worker-process.ts')
  })
  afterAll(async () => {
    await worker?.kill()
    await bench.close()
  })

  test(`killed ${kills} times while it sends ${documents} documents: the books and the ledger agree to the cent`, async () => {
    await issueDocuments(documents)
    const arrived = () => bench.ledger.requests.length
    for (let killed = 0; killed < kills; killed++) {
      const before = arrived()
      bench.ledger.next('/invoice', FAULTS[killed % FAULTS.length] ?? 'reset')
      await releaseWork()
      await passTime()
      await start()
      await expect.poll(arrived, { timeout: 40_000, interval: 1 }).toBeGreaterThan(before + 2 + (killed % 5))
      await worker?.kill()
    }
    await releaseWork()
    await passTime()
    await start()
    const { system } = bench.server.database
    const open = async () => {
      await passTime()
      const events = await system.outboxEvent.count({ where: { dispatchedAt: null } })
      return events + (await system.ledgerExecution.count({ where: { status: { in: ['Pending', 'Running'] } } }))
    }
    await expect.poll(open, { timeout: 300_000, interval: 500 }).toBe(0)
    const { own, theirs } = await compared()
    expect(theirs).toEqual(own)
    expect(await system.ledgerExecution.count({ where: { status: 'Failed' } })).toBe(0)
  }, 600_000)
}
