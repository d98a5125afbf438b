import { afterAll, beforeAll, describe, test } from 'vitest'
import { type FileBench, openFile } from '#test/support/server/list-files'

let bench: FileBench
beforeAll(async () => {
  bench = await openFile({
    path: '/api/store/vouchers/csv',
    name: 'Vouchers',
    nothing: { Filter: 'StoreVoucherId eq 0' },
    otherScope: 'contacts:read',
  })
})
afterAll(() => bench.server.close())

describe('GET /api/store/vouchers/csv (downloadStoreVouchers)', () => {
  test('is named by the day, has one line of names, and needs the scope of the list', () => bench.checkFile())
})
