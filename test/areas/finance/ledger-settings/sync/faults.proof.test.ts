import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSyncBench, type SyncBench } from '#test/support/finance/ledger-sync'
import { moveToNextAttempt, testLostRequests, testRejections, UNAVAILABLE } from './fault-cases.ts'

let bench: SyncBench
beforeAll(async () => {
  bench = await openSyncBench()
})
afterAll(() => bench.close())

describe('a fault of the ledger', () => {
  testLostRequests(
    () => bench,
    [
      ['is not created, because the connection is lost', '/invoice', 'reset', UNAVAILABLE],
      ['gets an error of the server', '/invoice', { status: 500 }, UNAVAILABLE],
      ['has a new customer although the response is lost', '/customer', 'reset-after', UNAVAILABLE],
    ],
  )

  test('nothing is created twice although the ledger has forgotten the requests', async () => {
    const office = await bench.office()
    await office.mapBank()
    const { ContactId, InvoiceId } = await office.invoice()
    const paid = await office.post('/api/finance/payments/0', { ContactId, Amount: 30, PaymentTypeId: 2 })
    await office.post('/api/finance/refunds/0', { PaymentId: paid.PaymentId, Amount: 30, AccountId: office.bank })
    await office.post('/api/finance/credits/0', {
      ContactId,
      Lines: [{ FeeItemId: office.dues, Quantity: 0.4 }],
      Applications: [{ InvoiceId }],
    })
    for (const path of ['/customer', '/invoice', '/payment', '/payment', '/purchase', '/creditmemo'])
      bench.ledger.next(`${path}?`, 'reset-after')
    for (let round = 0; round < 7; round++) {
      await office.sync()
      bench.ledger.forgetRequests()
      moveToNextAttempt(bench)
    }
    expect((await office.log()).map(({ DocumentNumber, Status }) => [DocumentNumber, Status])).toEqual(
      ['INV-1', 'PAY-1', 'REF-1', 'CR-1'].map((number) => [number, 'Succeeded']),
    )
    const entities = ['Customer', 'Invoice', 'Payment', 'Purchase', 'CreditMemo']
    expect(entities.map((entity) => office.documents(entity).length)).toEqual([1, 1, 2, 1, 1])
  })

  testRejections(
    () => bench,
    [
      ['6210', 'The ledger has closed the period of the document. Open the period there.'],
      [
        '610',
        'A record that the document uses is inactive or deleted in the ledger. Activate it there, or map another one. Reason',
      ],
      ['9999', 'The ledger rejected the request. Reason'],
    ],
  )
})
