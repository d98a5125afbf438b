import type { AreaWalks } from '#test/support/walks/area-walks'
import { PART } from '#test/support/walks/deletions'
import { discounts } from '#test/support/walks/lists/book-lists'
import { byName } from '#test/support/walks/lists/listed'
import { fill, type World } from '#test/support/walks/world'

const mapContact = async (world: World, url: string) => {
  const id = Number(await world.person())
  const path = fill(url, new Map([['id', String(id)]]))
  await world.post(`${path}/59`)
  return { url: path, id }
}

export const walks: AreaWalks = {
  lists: {
    listFeedAccounts: byName('saveAccount', 'Name', { AccountNumber: null }),
    listFeedTransactionClasses: byName('saveTransactionClass'),
    listFeedPaymentGateways: byName('savePaymentGateway'),
    listFeedTaxSets: byName('saveTaxSet'),
    listFeedDiscounts: discounts,
    listFeedFeeItems: byName('saveFeeItem'),
    listFeedPaymentTypes: ['ACH', 'Cash', 'Check', 'Credit card', 'External', 'Trade'],
  },
  otherDeletions: {
    removeContactLedgerMapping: PART,
  },
  delivered: {
    ledgercustomer: { create: mapContact },
  },
}
