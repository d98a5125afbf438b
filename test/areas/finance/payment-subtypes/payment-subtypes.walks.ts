import type { AreaWalks } from '#test/support/walks/area-walks'
import { byName } from '#test/support/walks/lists/listed'
import { saved } from '#test/support/walks/recipes'

const subtypes = byName('savePaymentSubtype', 'Name', { PaymentTypeId: '5' })

export const walks: AreaWalks = {
  recipes: [
    ['/external/:paymentsubtypeid', saved('savePaymentSubtype', 'PaymentSubtypeId', () => ({ PaymentTypeId: '6' }))],
    [':paymentsubtypeid', saved('savePaymentSubtype', 'PaymentSubtypeId')],
  ],
  lists: {
    getPaymentSubtypeSettings: subtypes,
    lookupPaymentSubtypesOfType: subtypes,
    lookupPaymentSubtypes: subtypes,
  },
  otherDeletions: {
    deletePaymentSubtype: 'deactivates a record that others use',
  },
  delivered: {
    paymentsubtype: { operation: 'getTradePaymentSubtype' },
  },
}
