import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRefreshToken, sealTokens } from '#areas/finance/ledger-settings/connections/tokens.model'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { openInstallationSecret } from '#services/auth/installation-secret'
import { type Office, openSyncBench, type SyncBench } from '../support/finance/ledger-sync.ts'
import type { LedgerBehavior } from '../support/finance/online-ledger.ts'
import type { Json } from '../support/people/contact-parts.ts'
import { releaseJobs, startWorker, WORKER_SECRET, type Worker } from '../support/processes/worker.ts'

let bench: SyncBench
let office: Office
let worker: Worker | undefined

/** The variables of a worker that sends to the stand-in. */
const start = async (): Promise<void> => {
  const { config } = bench.ledger
  worker = await startWorker({
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
  await system.ledgerLink.updateMany({ where: { isUncertain: true }, data: { sentAt: new Date(0) } })
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
const PATHS = ['/invoice?', '/payment?', '/creditmemo?', '/invoice?', '/purchase?']

/** What is done with every tenth invoice, by its last digit. */
const AFTER_INVOICE: Record<number, (invoice: Json) => Promise<unknown>> = {
  0: (invoice) => pay(50, invoice),
  1: (invoice) => credit(invoice),
  2: (invoice) => pay(12.34, invoice),
  3: ({ InvoiceId }) => office.post('/api/finance/writeoffs/0', { InvoiceId }),
  4: async (invoice) => {
    const { CreditId, AuditId } = await credit(invoice)
    const { InvoiceId } = invoice
    await office.post(`/api/finance/credits/${CreditId}/unapply`, { AuditId, InvoiceId })
  },
  5: async () => {
    const { PaymentId } = await pay(30)
    await office.post('/api/finance/refunds/0', { PaymentId, Amount: 30, AccountId: office.bank })
  },
  6: ({ InvoiceId, AuditId }) => office.post(`/api/finance/invoices/${InvoiceId}/void`, { AuditId }),
  8: async (invoice) => {
    const { PaymentId, AuditId } = await pay(20, invoice)
    await office.post(`/api/finance/payments/${PaymentId}/void`, { AuditId })
  },
}

const pay = (Amount: number, invoice?: Json): Promise<Json> => {
  const paid = { ContactId: office.contactId, Amount, PaymentTypeId: 2 }
  const Applications = invoice ? [{ InvoiceId: invoice.InvoiceId, Amount }] : []
  return office.post('/api/finance/payments/0', { ...paid, Applications })
}

const credit = ({ InvoiceId }: Json): Promise<Json> =>
  office.post('/api/finance/credits/0', {
    ContactId: office.contactId,
    Lines: [{ FeeItemId: office.dues, Quantity: 0.4 }],
    Applications: [{ InvoiceId }],
  })

const issueDocuments = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at++) {
    const invoice = await office.invoice([{ FeeItemId: office.dues, Quantity: 1 + (at % 5) / 4 }])
    await AFTER_INVOICE[at % 10]?.(invoice)
  }
}

type Compared = [number: string, amount: number, isVoid: boolean]

const sumOf = (lines: unknown): number =>
  (lines as { Amount: number }[]).reduce((sum, { Amount }) => sum + Math.round(Amount * 100), 0) / 100

/** The documents of the ledger. A payment of 0 is the use of a credit memo; void ones are not compared. */
const theirDocuments = (): Compared[] => [
  ...['Invoice', 'CreditMemo', 'Purchase'].flatMap((entity) =>
    office
      .documents(entity)
      .map(({ DocNumber, Line, isVoid }): Compared => [`${DocNumber}`, sumOf(Line), isVoid === true]),
  ),
  ...office
    .documents('Payment')
    .filter(({ TotalAmt, isVoid }) => TotalAmt !== 0 || isVoid !== true)
    .map(({ PaymentRefNum, TotalAmt, Line, isVoid }): Compared => {
      const used = (Line as { Amount: number; LinkedTxn: { TxnType: string }[] }[]).filter(
        ({ LinkedTxn }) => LinkedTxn[0]?.TxnType === 'CreditMemo',
      )
      if (TotalAmt === 0) return [`use of ${PaymentRefNum}`, sumOf(used), false]
      return [`${PaymentRefNum}`, Number(TotalAmt), isVoid === true]
    }),
]

/** The documents of the books and those of the ledger in the same form. */
const compared = async () => {
  const { system } = bench.server.database
  const where = { tenantId: office.caller.tenant.id }
  const theirs = theirDocuments()
  const isThere = new Set(theirs.map(([number]) => number))
  const credits = await system.credit.findMany({ where, include: { applications: true } })
  const writeOffs = await system.writeOff.findMany({ where })
  const head = (kind: string, number: number, amount: unknown, voidedAt: Date | null): Compared => [
    ...([`${kind}-${number}`, Number(amount)] as const),
    voidedAt !== null,
  ]
  const own = [
    ...(await system.invoice.findMany({ where })).map((one) => head('INV', one.number, one.total, one.voidedAt)),
    ...(await system.payment.findMany({ where })).map((one) => head('PAY', one.number, one.amount, one.voidedAt)),
    ...(await system.refund.findMany({ where })).map((one) => head('REF', one.number, one.amount, one.voidedAt)),
    ...credits.map((one) => head('CR', one.number, one.total, one.voidedAt)),
    ...writeOffs.map((one) => head('WO', one.number, one.total, one.voidedAt)),
    ...credits.map(({ number, applications }): Compared => {
      const cents = applications.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
      return [`use of CR-${number}`, cents / 100, false]
    }),
    ...writeOffs.map(({ number, total }): Compared => [`use of WO-${number}`, Number(total), false]),
  ]
    .filter(([, amount]) => amount !== 0)
    // What was void before it was sent is not in the ledger.
    .filter(([number, , isVoid]) => !isVoid || isThere.has(number))
  return { own: own.map(String).sort(), theirs: theirs.map(String).sort() }
}

/** Faults of rare documents would otherwise add up, until one document meets more of them than it has attempts. */
const mayFail = async (): Promise<boolean> => {
  if (bench.ledger.waitingFaults() >= 3) return false
  const where = { status: { in: ['Pending', 'Running'] }, attempts: { gt: 4 } }
  return (await bench.server.database.system.ledgerExecution.count({ where })) === 0
}

/** Defines the test of a worker that is killed while it sends documents to a ledger with faults. */
export const testLedgerKills = ({ kills, documents }: LedgerKills): void => {
  beforeAll(async () => {
    bench = await openSyncBench({ isOwn: true })
    office = await bench.office()
    await office.mapBank()
    await sealForWorker()
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
      if (await mayFail())
        bench.ledger.next(PATHS[killed % PATHS.length] ?? '', FAULTS[killed % FAULTS.length] ?? 'reset')
      if (killed % 3 === 0) bench.ledger.forgetRequests()
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
    await expect.poll(open, { timeout: 900_000, interval: 500 }).toBe(0)
    const { own, theirs } = await compared()
    expect(theirs).toEqual(own)
    const failed = await system.ledgerExecution.findMany({ where: { status: 'Failed' } })
    expect(failed.map(({ number, attempts, message }) => [number, attempts, message])).toEqual([])
  }, 2_400_000)
}
