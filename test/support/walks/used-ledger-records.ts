import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

const ROOT = '/api/ledgersettings/settings'

/** Records that have a counterpart in the ledger. */
export const usedLedgerRecords = (world: World): UsedRecords => {
  /** Maps the record to the first record of the embedded ledger, and removes the other counterparts. */
  const map = async (screen: string, list: string, parameter: string, path: string): Promise<string> => {
    await world.post(`${ROOT}/ledgerinstall`)
    await world.get(`${ROOT}/connect/ledgeronline`)
    const id = Number((await world.idsFor(`:${parameter}`)).get(parameter))
    const { system } = world.server.database
    const tenantId = world.caller.tenant.id
    const type = list === 'account' ? (await system.account.findFirstOrThrow({ where: { tenantId, id } })).type : null
    const where = { tenantId, kind: list, isActive: true, accountType: type }
    const { id: ledgerId } = await system.embeddedLedgerRecord.findFirstOrThrow({ where })
    const mapped = { ServiceId: String(id), LedgerId: String(ledgerId) }
    await world.post(`${ROOT}/ledgeronline/${screen}`, { Mappings: [mapped] })
    return `/api/${path}/${id}`
  }
  return {
    'account <- ledger mapping': () => map('accountmapping', 'account', 'accountid', 'finance/accounts'),
    'transactionclass <- ledger mapping': () => map('classmapping', 'class', 'classid', 'finance/classes'),
    'discount <- ledger mapping': () => map('discountmapping', 'discount', 'discountid', 'finance/discounts'),
    'feeitem <- ledger mapping': () => map('feeitemmapping', 'item', 'feeitemid', 'finance/feeitems'),
    'taxset <- ledger mapping': () => map('taxmapping', 'taxCode', 'taxsetid', 'finance/taxsets'),
    'paymentgateway <- ledger mapping': () =>
      map('paymentgatewaymapping', 'paymentMethod', 'paymentgatewayid', 'paymentgateways'),
  }
}
