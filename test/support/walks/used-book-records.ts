import type { Body } from './recipes.ts'
import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

/** As usedRecords, for the records that the books are set up with. */
export const usedBookRecords = (world: World): UsedRecords => {
  const idOf = async (path: string, name: string): Promise<number> => Number((await world.idsFor(path)).get(name))

  const feeItem = async (body: Body = {}) => {
    const AccountId = await idOf(':accountid', 'accountid')
    return world.post('/api/finance/feeitems/0', { Name: `Fee ${world.next()}`, Price: 5, AccountId, ...body })
  }

  return {
    'account <- fee item': async () => {
      const { AccountId } = await feeItem()
      return `/api/finance/accounts/${AccountId}`
    },
    'account <- discount': async () => {
      const AccountId = await idOf(':accountid', 'accountid')
      const body = { Name: `Welcome ${world.next()}`, DiscountTypeId: 2, DiscountAmount: 5, AccountId }
      await world.post('/api/finance/discounts/0', body)
      return `/api/finance/accounts/${AccountId}`
    },
    'account <- payment gateway': async () => {
      const bank = { Name: `Bank ${world.next()}`, AccountType: 'Bank' }
      const DepositAccountId = Number((await world.post('/api/finance/accounts/0', bank)).AccountId)
      await world.post('/api/paymentgateways/0', { Name: `Trial ${world.next()}`, DepositAccountId })
      return `/api/finance/accounts/${DepositAccountId}`
    },
    'transactionclass <- child class': async () => {
      const ParentClassId = await idOf(':classid', 'classid')
      await world.post('/api/finance/classes/0', { Name: `Child ${world.next()}`, ParentClassId })
      return `/api/finance/classes/${ParentClassId}`
    },
    'transactionclass <- fee item': async () => {
      const ClassId = await idOf(':classid', 'classid')
      await feeItem({ ClassId })
      return `/api/finance/classes/${ClassId}`
    },
    'taxregion <- tax set': async () => {
      const TaxRegionId = await idOf(':taxregionid', 'taxregionid')
      await world.post('/api/finance/taxsets/0', { Name: `Tax ${world.next()}`, TaxRegionId })
      return `/api/finance/taxregions/${TaxRegionId}`
    },
    'taxregion <- tenant setting': async () => {
      const TaxRegionId = await idOf(':taxregionid', 'taxregionid')
      const { AuditId } = await world.get('/api/settings/tenant')
      await world.post('/api/settings/tenant', { AuditId, TaxRegionId })
      return `/api/finance/taxregions/${TaxRegionId}`
    },
    'taxset <- fee item': async () => {
      const TaxSetId = await idOf(':taxsetid', 'taxsetid')
      await feeItem({ TaxSetId })
      return `/api/finance/taxsets/${TaxSetId}`
    },
  }
}
