import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { switchLedger } from '#areas/finance/ledger-settings/installation.service'
import { CONNECTORS } from '#areas/finance/ledger-settings/ledger.port'
import { systemScope } from '#kernel/outbox/deliver'
import { type Office, openSyncBench, type SyncBench } from '#test/support/finance/ledger-sync'

let bench: SyncBench
beforeAll(async () => {
  bench = await openSyncBench()
})
afterAll(() => bench.close())

const SCREENS = ['account', 'feeitem', 'discount', 'tax', 'paymenttype', 'writeoffaccount']
const disconnect = async ({ api }: Office) => {
  for (const screen of SCREENS)
    await api.caller.post(`/api/ledgersettings/settings/ledgeronline/${screen}mapping`, { Mappings: null })
  await api.post('disconnectLedger', 'disonnect/ledgeronline', {})
}
const messages = async (office: Office) =>
  (await office.log()).map(({ DocumentNumber, Status, Message }) => [DocumentNumber, Status, Message])
const FORMER = 'The document is in the ledger that was used before. Change it there.'
const customer = async ({ caller, contactId }: Office) =>
  (await bench.server.database.system.ledgerCustomer.findFirst({ where: { tenantId: caller.tenant.id, contactId } }))
    ?.ledgerId

describe('another company of the online ledger', () => {
  test('gets new documents only, and a payment of an earlier invoice without it', async () => {
    const office = await bench.office()
    const { ContactId, InvoiceId } = await office.invoice()
    const { InvoiceId: second, AuditId } = await office.invoice()
    await office.sync()
    await disconnect(office)
    const other = `88${office.caller.tenant.id}`
    const { Location } = await office.api.connect()
    expect((await bench.server.app.inject({ url: bench.ledger.grant(String(Location), other) })).statusCode).toBe(200)
    await office.api.post('savePaymentTypeMapping', 'ledgeronline/paymenttypemapping', {
      Mappings: [{ ServiceId: '2', LedgerId: '30' }],
    })
    const Applications = [{ InvoiceId }]
    await office.post('/api/finance/payments/0', { ContactId, Amount: 100, PaymentTypeId: 2, Applications })
    await office.post(`/api/finance/invoices/${second}/void`, { AuditId })
    await office.sync()
    const there = bench.ledger.documents().filter(({ companyId }) => companyId === other)
    expect(there.map(({ entity, body }) => [entity, body.PaymentRefNum, body.Line])).toEqual([
      ['Customer', undefined, undefined],
      ['Payment', 'PAY-1', []],
    ])
    expect(there[1]?.body.CustomerRef).toEqual({ value: there[0]?.Id })
    expect(office.documents('Invoice').map(({ isVoid }) => isVoid)).toEqual([false, false])
    expect((await messages(office)).slice(2)).toEqual([
      ['PAY-1', 'Succeeded', 'Sent to the ledger.'],
      ['INV-1', 'Skipped', FORMER],
      ['INV-2', 'Skipped', FORMER],
    ])
  })
})

describe('switchLedger', () => {
  const change = async (office: Office, resendFrom: string | null) => {
    const context = { database: bench.server.database, clock: bench.clock, log: bench.server.app.log }
    const scope = await systemScope(context, office.caller.tenant.id)
    return switchLedger(scope, { connectorId: CONNECTORS.embedded, resendFrom })
  }

  test('leaves the documents in the ledger that was used before, and sends those again that are asked for', async () => {
    const office = await bench.office()
    const old = { IssuedDate: '2026-05-30', DueDate: '2026-07-30' }
    await office.invoice(undefined, old)
    await office.invoice()
    await office.sync()
    expect(await change(office, null)).toBeNull()
    await disconnect(office)
    expect(await change(office, '2026-06-01')).toBe(1)
    expect(await customer(office)).toBeUndefined()
    await office.api.connect()
    const { Mappings } = await office.api.get('getAccountMapping', 'ledgeronline/accountmapping')
    const [item] = await office.api.get('listLedgerFeeItems', 'ledgeronline/feeitemmapping/ldgfeeitems')
    expect((Mappings as { LedgerId: string | null }[]).every(({ LedgerId }) => LedgerId === null)).toBe(true)
    await office.api.post('saveFeeItemMapping', 'ledgeronline/feeitemmapping', {
      Mappings: [{ ServiceId: String(office.dues), LedgerId: item?.LdgItemId }],
    })
    await office.api.post('saveLedgerSettings', 'ledgeronline', { EnableLdg: true })
    await office.sync()
    const where = { tenantId: office.caller.tenant.id }
    const sent = await bench.server.database.system.embeddedLedgerDocument.findMany({ where })
    expect(sent.map(({ number }) => number)).toEqual(['INV-2'])
    expect(office.documents('Invoice')).toHaveLength(2)
  })
})
