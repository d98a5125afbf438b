import type { AreaWalks } from '#test/support/walks/area-walks'
import { byName } from '#test/support/walks/lists/listed'

export const walks: AreaWalks = {
  lists: {
    lookupPaymentGateways: byName('savePaymentGateway'),
    lookupTransactionReportGateways: byName('savePaymentGateway'),
    getGatewayTransfers: 'has a row per banking day of one account; the tests of gateway reports check their order',
  },
}
