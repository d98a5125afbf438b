import { expect, test } from 'vitest'
import { parseChargeReference } from '#areas/finance/payment-processor/charges/charges.model'

test('a reference of the processor names a charge only with the tenant and an id that charges can have', () => {
  expect(parseChargeReference(7, '7-12')).toBe(12)
  for (const reference of ['8-12', '7-0', '7-9007199254740992', '7-99999999999999999', '12', null])
    expect(parseChargeReference(7, reference)).toBeUndefined()
})
