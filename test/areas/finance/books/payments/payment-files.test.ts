import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, openBooks } from '#test/support/finance/documents'
import { type FileBench, linesOfFile, openFile } from '#test/support/server/list-files'

let bench: FileBench
let api: BooksApi
beforeAll(async () => {
  bench = await openFile({
    path: '/api/finance/payments/csv',
    name: 'Payments',
    nothing: { $filter: 'PaymentId eq 0' },
    otherScope: 'contacts:read',
  })
  api = await openBooks()
})
afterAll(async () => {
  await api.server.close()
  await bench.server.close()
})

describe('GET /api/finance/payments/csv (downloadPayments)', () => {
  test('is named by the day, has one line of names, and needs the scope of the list', () => bench.checkFile())

  test('has names beside ids, and amounts with two decimals', async () => {
    const ContactId = await api.person()
    await api.create('payments', { ContactId, Amount: 60.5, PaymentTypeId: 2, Reference: '=1+1' })
    const { body } = await api.caller.get('/api/finance/payments/csv', { accept: 'text/csv' })
    const [head = '', line = ''] = linesOfFile(body)
    const cells = new Map(head.split(',').map((name, index) => [name, line.split(',')[index]]))
    const { DepositAccountId } = (await api.caller.get('/api/finance/payments')).json().Results[0]
    const account = (await api.caller.get(`/api/finance/accounts/${DepositAccountId}`)).json()
    expect(Object.fromEntries(cells)).toMatchObject({
      Amount: '60.50',
      OpenAmount: '60.50',
      PaymentTypeId: '2',
      PaymentType: 'Check',
      PaymentSubtype: '',
      DepositAccountId: String(DepositAccountId),
      DepositAccount: account.Name,
      Reference: "'=1+1",
    })
  })
})
