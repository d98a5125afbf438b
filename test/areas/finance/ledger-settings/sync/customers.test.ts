import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Office, openSyncBench, type SyncBench } from '#test/support/finance/ledger-sync'
import { fault } from '#test/support/finance/online-ledger-documents'
import type { Json } from '#test/support/people/contact-parts'

let bench: SyncBench
beforeAll(async () => {
  bench = await openSyncBench()
})
afterAll(() => bench.close())

const read = async ({ caller }: Office, id: unknown) => (await caller.get(`/api/contacts/person/${id}`)).json() as Json
const rename = async (office: Office, id: unknown, more: object) => {
  const { AuditId } = await read(office, id)
  await office.post(`/api/contacts/person/${id}`, { LastName: 'Byron', AuditId, ...more })
}
const names = (office: Office) => office.documents('Customer').map(({ DisplayName }) => DisplayName)
const logged = async (office: Office) => {
  const { Results } = (await office.caller.post('/api/logs/ledgeronlinelog', { OrderBy: 'RowId' })).json()
  return (Results as Json[]).filter(({ Type }) => Type === 'Contact')
}

describe('a contact that is renamed', () => {
  test('renames its customer at the next run, and only if its name changes', async () => {
    const office = await bench.office()
    await office.invoice()
    await office.sync()
    await rename(office, office.contactId, { FirstName: 'Augusta' })
    await office.sync()
    expect(names(office)).toEqual([`Augusta Byron (${office.contactId})`])
    await rename(office, office.contactId, { FirstName: 'Augusta', Title: 'Countess' })
    await office.sync()
    expect((await logged(office)).map(({ Message }) => Message)).toEqual([
      'Created as a customer of the ledger.',
      'Renamed in the ledger.',
    ])
  })

  test('keeps the name of a customer that the sync has not created', async () => {
    const office = await bench.office()
    await office.post(`/api/integrations/contacts/${office.contactId}/ldg/mapping/4711`, {})
    await office.sync()
    await rename(office, office.contactId, { FirstName: 'Augusta' })
    await office.sync()
    expect(await logged(office)).toEqual([])
  })

  test('is sent again when staff asks for it, after the ledger has rejected the name', async () => {
    const office = await bench.office()
    await office.invoice()
    await office.sync()
    await rename(office, office.contactId, { FirstName: 'Augusta' })
    bench.ledger.next('POST /v3/company', { status: 400, body: fault('6240', 'Duplicate') })
    await office.sync()
    const [, failed] = await logged(office)
    expect(failed).toMatchObject({
      Status: 'Failed',
      Message: 'The ledger already has another customer, vendor or employee with this name. Rename it there.',
      Actions: ['resync'],
    })
    await office.post(`/api/logs/runledgertransactionsync/${failed?.ExecutionId}`, {})
    await office.sync()
    expect(names(office)).toEqual([`Augusta Byron (${office.contactId})`])
  })
})

describe('a contact that is merged', () => {
  const merge = async (office: Office, winner: number, loser: number) =>
    office.post('/api/contacts/merge', {
      WinnerContactId: winner,
      WinnerAuditId: (await read(office, winner)).AuditId,
      LoserContactId: loser,
      LoserAuditId: (await read(office, loser)).AuditId,
    })
  const grace = async (office: Office) => {
    const body = { FirstName: 'Grace', LastName: 'Hopper', forceSave: true }
    return Number((await office.post('/api/contacts/person/0', body)).ContactId)
  }
  const customers = (office: Office) =>
    ['Invoice', 'CreditMemo', 'Payment'].flatMap((entity) =>
      office.documents(entity).map(({ CustomerRef }) => (CustomerRef as { value: string }).value),
    )

  test('its documents go to the customer of the winner', async () => {
    const office = await bench.office()
    const winner = await grace(office)
    await office.invoice(undefined, { ContactId: winner })
    const { ContactId, InvoiceId } = await office.invoice()
    const Applications = [{ InvoiceId }]
    await office.post('/api/finance/payments/0', { ContactId, Amount: 30, PaymentTypeId: 2, Applications })
    const Lines = [{ FeeItemId: office.dues, Quantity: 0.4 }]
    await office.post('/api/finance/credits/0', { ContactId, Lines, Applications })
    await office.sync()
    const [own] = office.documents('Customer')
    await merge(office, winner, office.contactId)
    await office.sync()
    expect(customers(office)).toEqual(Array(5).fill(own?.Id))
    expect((await office.log()).slice(4).map(({ DocumentNumber, Message }) => [DocumentNumber, Message])).toEqual(
      ['INV-2', 'CR-1', 'PAY-1'].map((number) => [number, 'Changed in the ledger.']),
    )
  })

  test('its customer becomes that of a winner without one, with the name of the winner', async () => {
    const office = await bench.office()
    const winner = await grace(office)
    await office.invoice()
    await office.sync()
    await merge(office, winner, office.contactId)
    await office.sync()
    expect(names(office)).toEqual([`Grace Hopper (${winner})`])
    expect(await office.log()).toHaveLength(1)
  })

  test('its documents in the closed period stay with its customer', async () => {
    const office = await bench.office()
    const winner = await grace(office)
    await office.invoice(undefined, { ContactId: winner })
    await office.invoice(undefined, { IssuedDate: '2026-06-30', DueDate: '2026-07-30' })
    await office.sync()
    await office.api.install({ ClosedPeriodEnabled: true, SetupClosedPeriod: '2026-06-30' })
    await merge(office, winner, office.contactId)
    await office.sync()
    expect(new Set(customers(office)).size).toBe(2)
    expect(await office.log()).toHaveLength(2)
  })
})
