import { expect, test } from 'vitest'
import { parseDates } from '#src/cli/import/import.command'

test('--dates takes an order for all dates and for single columns, whose headers can contain the sign', () => {
  expect(parseDates([])).toEqual({ DateOrder: null, DateOrders: [] })
  expect(parseDates(['MDY', 'Joined=DMY', 'A=B=YMD', 'DMY'])).toEqual({
    DateOrder: 'DMY',
    DateOrders: [
      { Header: 'Joined', DateOrder: 'DMY' },
      { Header: 'A=B', DateOrder: 'YMD' },
    ],
  })
  for (const wrong of ['dmy', 'Joined', 'Joined=', 'Joined=DM']) expect(() => parseDates([wrong])).toThrow('--dates')
})
