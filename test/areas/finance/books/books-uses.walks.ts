import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import { runJobs } from '#test/support/jobs/run-jobs'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addPayment } from '#test/support/walks/book-documents'
import { KEPT, NEVER_DELETED, POSTED } from '#test/support/walks/no-uses'
import type { Body } from '#test/support/walks/recipes'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'

/** Records that lines of documents, and documents themselves, use. */
const usedByDocuments = (world: World): UsedRecords => {
  const account = () => world.idOf(':accountid', 'accountid')
  const document = async (path: string, line: Body) => {
    const free = { Description: 'Dues', UnitPrice: 9, AccountId: await account() }
    const ContactId = Number(await world.person())
    return world.post(`/api/finance/${path}/0`, { ContactId, Lines: [{ ...free, ...line }] })
  }
  const lineCases = (user: string, path: string): UsedRecords => {
    const used = (of: string, parameter: string, url: string, field: string, more: Body = {}) => ({
      [`${of} <- ${user}`]: async () => {
        const id = await world.idOf(`:${parameter}`, parameter)
        await document(path, { [field]: id, ...more })
        return `/api/finance/${url}/${id}`
      },
    })
    return {
      ...used('account', 'accountid', 'accounts', 'AccountId'),
      ...used('transactionclass', 'classid', 'classes', 'ClassId'),
      ...used('feeitem', 'feeitemid', 'feeitems', 'FeeItemId'),
      [`taxset <- ${user}`]: async () => {
        const Rates = [{ Name: 'State', Percent: 5 }]
        const { TaxSetId } = await world.post('/api/finance/taxsets/0', { Name: `Tax ${world.next()}`, Rates })
        await document(path, { TaxSetId: Number(TaxSetId) })
        return `/api/finance/taxsets/${TaxSetId}`
      },
      [`discount <- ${user}`]: async () => {
        const body = { Name: `Off ${world.next()}`, DiscountTypeId: 2, DiscountAmount: 1 }
        const { DiscountId } = await world.post('/api/finance/discounts/0', body)
        await document(path, { DiscountId: Number(DiscountId) })
        return `/api/finance/discounts/${DiscountId}`
      },
    }
  }
  const bank = async () => {
    const body = { Name: `Bank ${world.next()}`, AccountType: 'Bank' }
    return Number((await world.post('/api/finance/accounts/0', body)).AccountId)
  }
  return {
    ...lineCases('invoice', 'invoices'),
    ...lineCases('credit', 'credits'),
    'account <- payment': async () => {
      const DepositAccountId = await bank()
      await addPayment(world, Number(await world.person()), { DepositAccountId })
      return `/api/finance/accounts/${DepositAccountId}`
    },
    'account <- refund': async () => {
      const AccountId = await bank()
      const PaymentId = await addPayment(world, Number(await world.person()))
      await world.post('/api/finance/refunds/0', { PaymentId, AccountId })
      return `/api/finance/accounts/${AccountId}`
    },
  }
}

/** As usedRecords, for the records that the books are set up with. */
const usedBookRecords = (world: World): UsedRecords => {
  const feeItem = async (body: Body = {}) => {
    const AccountId = await world.idOf(':accountid', 'accountid')
    return world.post('/api/finance/feeitems/0', { Name: `Fee ${world.next()}`, Price: 5, AccountId, ...body })
  }

  return {
    'account <- fee item': async () => {
      const { AccountId } = await feeItem()
      return `/api/finance/accounts/${AccountId}`
    },
    'account <- discount': async () => {
      const AccountId = await world.idOf(':accountid', 'accountid')
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
    'account <- journal entry': async () => {
      const bank = { Name: `Bank ${world.next()}`, AccountType: 'Bank' }
      const TransferAccountId = Number((await world.post('/api/finance/accounts/0', bank)).AccountId)
      const gateway = await world.post('/api/paymentgateways/0', { Name: `Shop ${world.next()}`, TransferAccountId })
      const { PaymentGatewayId, GatewayAccountId } = gateway
      const charge = { PaymentGatewayId, Amount: 10, PaymentToken: 'tok_visa', Capture: true }
      await world.post('/api/integration/payproc/charges', charge)
      await world.post(`/api/integration/payproc/account/${GatewayAccountId}/sandboxday`)
      await runJobs(world.server, HANDLE_PROCESSOR_EVENT)
      await world.post(`/api/paymentgateways/${PaymentGatewayId}`, { AuditId: 1, TransferAccountId: null })
      return `/api/finance/accounts/${TransferAccountId}`
    },
    'transactionclass <- child class': async () => {
      const ParentClassId = await world.idOf(':classid', 'classid')
      await world.post('/api/finance/classes/0', { Name: `Child ${world.next()}`, ParentClassId })
      return `/api/finance/classes/${ParentClassId}`
    },
    'transactionclass <- fee item': async () => {
      const ClassId = await world.idOf(':classid', 'classid')
      await feeItem({ ClassId })
      return `/api/finance/classes/${ClassId}`
    },
    'taxregion <- tax set': async () => {
      const TaxRegionId = await world.idOf(':taxregionid', 'taxregionid')
      await world.post('/api/finance/taxsets/0', { Name: `Tax ${world.next()}`, TaxRegionId })
      return `/api/finance/taxregions/${TaxRegionId}`
    },
    'taxregion <- tenant setting': async () => {
      const TaxRegionId = await world.idOf(':taxregionid', 'taxregionid')
      const { AuditId } = await world.get('/api/settings/tenant')
      await world.post('/api/settings/tenant', { AuditId, TaxRegionId })
      return `/api/finance/taxregions/${TaxRegionId}`
    },
    ...usedByDocuments(world),
    'taxset <- fee item': async () => {
      const TaxSetId = await world.idOf(':taxsetid', 'taxsetid')
      await feeItem({ TaxSetId })
      return `/api/finance/taxsets/${TaxSetId}`
    },
  }
}

export const walks: AreaWalks = {
  uses: usedBookRecords,
  noUses: {
    'application -> credit': NEVER_DELETED,
    'application -> invoice': NEVER_DELETED,
    'application -> payment': NEVER_DELETED,
    'application -> write_off': NEVER_DELETED,
    'contact_billing -> contact': KEPT,
    'credit -> contact': KEPT,
    'invoice -> contact': KEPT,
    'journal_entry -> contact': KEPT,
    'journal_entry -> journal_entry': NEVER_DELETED,
    'journal_line -> contact': KEPT,
    'journal_line -> journal_entry': NEVER_DELETED,
    'journal_line -> transaction_class': POSTED,
    'payment -> contact': KEPT,
    'payment -> processor_charge': NEVER_DELETED,
    'payment -> payment_subtype': 'a subtype that payments use is deactivated instead',
    'refund -> contact': KEPT,
    'refund -> credit': NEVER_DELETED,
    'refund -> payment': NEVER_DELETED,
    'write_off -> contact': KEPT,
    'write_off -> invoice': NEVER_DELETED,
    'write_off_line -> account': POSTED,
    'write_off_line -> transaction_class': POSTED,
  },
}
