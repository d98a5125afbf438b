import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportTasks } from '#areas/finance/payment-processor/reports/reports.job'
import { MAKE_PROCESSOR_REPORT } from '#areas/finance/payment-processor/reports/reports.service'
import { systemClock } from '#kernel/time/clock'
import { dayIn } from '#kernel/time/day'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { runJobs } from '#test/support/jobs/run-jobs'
import { type Json, refusal } from '#test/support/people/contact-parts'

const CHARGES = `${PROCESSOR}/connectaccountcharges`
const BALANCES = `${PROCESSOR}/negativebalances`

let bench: ProcessorBench
let today: string
beforeAll(async () => {
  bench = await openProcessorBench()
  today = dayIn(bench.mine.tenant.timeZone, new Date())
})
afterAll(() => bench.server.close())

const make = () => runJobs(bench.server, MAKE_PROCESSOR_REPORT)
const form = async (operation: string, url: string): Promise<Json> =>
  (await bench.good(operation, bench.mine.get(url))).body
const newest = async (operation: string, url: string) => ((await form(operation, url)).ListViewItems as Json[])[0]

describe('POST /api/integration/payproc/connectaccountcharges (requestConnectAccountCharges)', () => {
  test('makes a file of the charges in the background, which shows its progress', async () => {
    const contact = await bench.person()
    const made = await bench.charge({ Amount: 31.5, Description: '=cmd()', ContactId: contact })
    await bench.charge({ PaymentToken: 'tok_chargeDeclined' })
    const body = { StartDate: today, EndDate: today, FileFormat: 'CSV' }
    const asked = (await bench.good('requestConnectAccountCharges', bench.mine.post(CHARGES, body))).body
    expect(asked).toMatchObject({ JobType: 'ConnectAccountCharges', Result: 'Pending' })
    const file = `/api/webdav/${asked.PendingDownloadFileId}`
    expect((await bench.mine.get(file)).statusCode).toBe(404)
    expect(await refusal(bench.mine.post(CHARGES, body))).toEqual([409, 'report-running'])
    expect(await newest('getConnectAccountCharges', CHARGES)).toMatchObject({
      Status: 'Pending',
      PercentComplete: 0,
      RowCount: null,
      DownloadUrl: null,
      StartDate: today,
    })
    await make()
    const report = await newest('getConnectAccountCharges', CHARGES)
    expect(report).toMatchObject({ Status: 'Completed', PercentComplete: 100, RowCount: 2, FileFormat: 'CSV' })
    const download = await bench.mine.get(String(report?.DownloadUrl), { accept: 'text/csv' })
    const rows = parse(download.body, { columns: true, bom: true }) as Record<string, string>[]
    expect(rows).toMatchObject([
      { Status: 'failed', Captured: '0.00', Fee: '0.00', Contact: '', Failure: 'Your card was declined.' },
      {
        Charge: made.ChargeId,
        Amount: '31.50',
        Captured: '31.50',
        Card: 'visa',
        Description: "'=cmd()",
        Fee: '1.21',
        'Contact id': String(contact),
        Payment: made.DocumentNumber,
        Refunds: '',
        Contact: expect.stringMatching(/^Ada Byron/),
        Date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      },
    ])
    const listed = await bench.mine.get(`/api/files/${asked.PendingDownloadFileId}`)
    expect(listed.json()).toMatchObject({ MediaType: 'text/csv' })
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, kind: 'processorreport.completed' }
    expect(await system.outboxEvent.findMany({ where })).toMatchObject([
      {
        entityId: Number(asked.JobId),
        payload: { FileId: asked.PendingDownloadFileId, JobType: 'ConnectAccountCharges' },
      },
    ])
    const kept = (await bench.mine.delete(`/api/files/${asked.PendingDownloadFileId}`)).json()
    expect([kept.code, kept.detail]).toEqual([
      ...['in-use', 'The file is a report of the payment processor. It is deleted 30 days after it was requested.'],
    ])
    expect((await bench.theirs.get(String(report?.DownloadUrl))).statusCode).toBe(404)
    const limited = await bench.server.caller(bench.mine.tenant, ['files:read'])
    expect((await limited.get(String(report?.DownloadUrl))).statusCode).toBe(403)
  })

  test('rejects spans that end before they begin, are too long or begin in the future', async () => {
    const asked = (body: Json) => refusal(bench.mine.post(CHARGES, body))
    expect(await asked({ StartDate: '2026-02-01', EndDate: '2026-01-01' })).toEqual([422, '/EndDate'])
    expect(await asked({ StartDate: '2025-01-01', EndDate: '2026-01-01' })).toEqual([422, '/EndDate'])
    expect(await asked({ StartDate: '2999-01-01', EndDate: '2999-01-02' })).toEqual([422, '/StartDate'])
    expect(await asked({ FileFormat: 'PDF' })).toEqual([400, '/FileFormat'])
  })

  test('a job that was killed after the file was complete only says so', async () => {
    const body = { StartDate: today, EndDate: today, FileFormat: 'XLSX' }
    const { JobId } = (await bench.mine.post(CHARGES, body)).json()
    await make()
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, id: Number(JobId) }
    const done = await system.processorReport.findFirstOrThrow({ where })
    const killed = { status: 'Running', percent: 40, finishedAt: null }
    await system.processorReport.updateMany({ where, data: killed })
    const { database, app } = bench.server
    const tools = { sealer: app.sealer, processorUrl: '', files: app.files }
    const payload = { tenantId: where.tenantId, reportId: where.id }
    await reportTasks(tools)[MAKE_PROCESSOR_REPORT]?.({ database, clock: systemClock, log: app.log }, payload)
    const again = await system.processorReport.findFirstOrThrow({ where })
    expect([again.status, again.percent, again.fileId]).toEqual(['Completed', 100, done.fileId])
    const download = await bench.mine.get(`/api/webdav/${done.fileId}`, { accept: 'application/octet-stream' })
    expect(download.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})

test('two processes that make the same report at once complete it once', async () => {
  const { JobId } = (await bench.mine.post(CHARGES, { StartDate: today, EndDate: today, FileFormat: 'CSV' })).json()
  const { database, app } = bench.server
  const tools = { sealer: app.sealer, processorUrl: '', files: app.files }
  const payload = { tenantId: bench.mine.tenant.id, reportId: Number(JobId) }
  const makeHere = () =>
    reportTasks(tools)[MAKE_PROCESSOR_REPORT]?.({ database, clock: systemClock, log: app.log }, payload)
  await Promise.all([makeHere(), makeHere(), makeHere()])
  const { processorReport, auditEntry } = database.system
  const report = await processorReport.findFirstOrThrow({ where: { tenantId: payload.tenantId, id: payload.reportId } })
  expect(report.status).toBe('Completed')
  const where = {
    tenantId: payload.tenantId,
    entity: 'processorreport',
    entityId: payload.reportId,
    action: 'updated',
  }
  expect(await auditEntry.count({ where })).toBe(1)
  await make()
})

describe('POST /api/integration/payproc/negativebalances (requestNegativeBalances)', () => {
  test('lists the accounts whose balance is below zero', async () => {
    await make()
    const gateway = (await bench.mine.post('/api/paymentgateways/0', { Name: 'Refunds' })).json()
    const made = await bench.charge({ PaymentGatewayId: gateway.PaymentGatewayId, Amount: 50 })
    await bench.mine.post(`${PROCESSOR}/charges/${made.EPaymentTransactionId}/refund`)
    await bench.good('requestNegativeBalances', bench.mine.post(BALANCES, { SecretKey: 'dropped', FileFormat: 'CSV' }))
    await make()
    const report = await newest('getNegativeBalances', BALANCES)
    expect(report).toMatchObject({ Status: 'Completed', RowCount: 1 })
    const { body } = await bench.mine.get(String(report?.DownloadUrl), { accept: 'text/csv' })
    expect(parse(body, { columns: true, bom: true })).toEqual([
      { Gateway: 'Refunds', Account: gateway.GatewayAccountId, Currency: 'USD', Balance: '-1.75' },
    ])
  })
})

describe('GET /api/integration/payproc/connectaccountcharges (getConnectAccountCharges)', () => {
  test('is filled with last month, and names the newest completed report', async () => {
    const filled = await form('getConnectAccountCharges', CHARGES)
    expect(String(filled.StartDate)).toMatch(/-01$/)
    expect(String(filled.EndDate) < `${today.slice(0, 7)}-01`).toBe(true)
    expect(filled.FileId).not.toBeNull()
  })
})

describe('GET /api/integration/payproc/negativebalances (getNegativeBalances)', () => {
  test('shows the reports of the own tenant only', async () => {
    const theirs = (await bench.good('getNegativeBalances', bench.theirs.get(BALANCES))).body
    expect(theirs).toMatchObject({ ListViewItems: [], FileId: null, DownloadUrl: null, SecretKey: null })
  })
})
