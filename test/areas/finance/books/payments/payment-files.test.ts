import { afterAll, beforeAll, describe, test } from 'vitest'
import { type FileBench, openFile } from '#test/support/server/list-files'

let bench: FileBench
beforeAll(async () => {
  bench = await openFile({
    path: '/api/finance/payments/csv',
    name: 'Payments',
    nothing: { $filter: 'PaymentId eq 0' },
    otherScope: 'contacts:read',
  })
})
afterAll(() => bench.server.close())

describe('GET /api/finance/payments/csv (downloadPayments)', () => {
  test('is named by the day, has one line of names, and needs the scope of the list', () => bench.checkFile())
})
