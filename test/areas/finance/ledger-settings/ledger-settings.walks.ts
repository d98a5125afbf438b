import { list } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { REPLACED } from '#test/support/walks/growing'
import { ROW_DAY, twoPeople } from '#test/support/walks/list-rows'
import { accounts, discounts } from '#test/support/walks/lists/book-lists'
import { byName, dayOf, type Label, type Listed } from '#test/support/walks/lists/listed'
import { KEPT, NEVER_DELETED } from '#test/support/walks/no-uses'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { Ids, World } from '#test/support/walks/world'

const noMappings = async () => ({ InstallationId: null, Mappings: [] })

const installLedger = (world: World) => world.post('/api/ledgersettings/settings/ledgerinstall', {})

const installSettings = async (world: World, url: string) => {
  const { Id } = await world.post('/api/ledgersettings/settings/ledgerinstall', {})
  return { url, id: Number(Id) }
}

const SETTINGS = '/api/ledgersettings/settings'

/** Connects the embedded ledger, and adds an execution of a document that does not exist. */
const addExecution = async (world: World, status = 'Failed'): Promise<{ id: number; executionId: string }> => {
  await world.post(`${SETTINGS}/ledgerinstall`, {})
  await world.good(world.caller.get(`${SETTINGS}/connect/ledgeronline`), 'connectLedger')
  const own = { tenantId: world.caller.tenant.id, kind: 'invoice', documentId: 1, status, createdAt: new Date() }
  const { system } = world.server.database
  const { id, executionId } = await system.ledgerExecution.create({ data: { ...own, message: 'Map the account.' } })
  return { id: Number(id), executionId }
}

/** Documents on their way to the ledger, which only a job sends. */
const addLedgerLog = async ({ server, caller }: World, [one, other]: [number, number], at: Date): Promise<void> => {
  const { system } = server.database
  const tenantId = caller.tenant.id
  const own = { tenantId, createdAt: at }
  await system.ledgerExecution.createMany({
    data: [
      {
        ...own,
        kind: 'invoice',
        documentId: 1,
        contactId: one,
        number: 'INV-1',
        status: 'Succeeded',
        message: 'Sent.',
      },
      {
        ...own,
        kind: 'payment',
        documentId: 2,
        contactId: other,
        number: 'PAY-2',
        attempts: 2,
        message: 'No response.',
        dueAt: at,
      },
      {
        ...own,
        kind: 'contact',
        documentId: 3,
        contactId: other,
        status: 'Failed',
        attempts: 1,
        message: 'Rename it.',
      },
      { ...own, kind: 'writeoff', documentId: 4, number: 'WO-4', message: 'Waits.', createdAt: new Date('2026-03-02') },
    ],
  })
  const link = { tenantId, kind: 'invoice', recordId: 1, requestId: 'walk', ledgerId: '9001' }
  await system.ledgerLink.create({ data: link })
}

/** A document of each of two customers in the embedded ledger. */
const addLedgerDocuments = async ({ server, caller }: World, at: Date): Promise<void> => {
  const { system } = server.database
  const { id: tenantId } = caller.tenant
  for (const [index, name] of ['Ann Walk', 'Ben Walk'].entries()) {
    const customer = await system.embeddedLedgerRecord.create({
      data: { tenantId, kind: 'customer', name, isActive: index === 0 },
    })
    const dated = new Date(at.getTime() + index * 86_400_000)
    await system.embeddedLedgerDocument.create({
      data: {
        tenantId,
        kind: ['invoice', 'creditMemo'][index] ?? '',
        number: `W-${index}`,
        requestId: `walk${index}`,
        customerId: String(customer.id),
        datedOn: dated,
        total: 5 + index,
        version: index,
        isVoid: index === 1,
        content: {},
      },
    })
  }
}

const OF_LEDGER = 'returns the records of the ledger; the tests of the mappings check its order'

/** Mappings are ordered by name, also of accounts. */
const accountNames: Listed = { ...accounts, order: 'name' }

const ledgerLog: Listed = {
  order: 'newest',
  create: async (label: Label, _: Ids, { server, caller }: World) => {
    const own = { tenantId: caller.tenant.id, kind: 'invoice', documentId: 1, message: label, createdAt: new Date() }
    await server.database.system.ledgerExecution.create({ data: own })
  },
}

/** Records of the embedded ledger, which only the sync adds. */
const ledgerRecords = (kind: 'account' | 'customer'): Listed => ({
  order: 'name',
  create: async (label, _ids, { server, caller }) => {
    await server.database.system.embeddedLedgerRecord.create({
      data: { tenantId: caller.tenant.id, kind, name: label },
    })
  },
})

const ledgerDocuments: Listed = {
  order: 'newest',
  create: async (label, _ids, { server, caller }) => {
    const document = { kind: 'invoice', number: label, customerId: '1', datedOn: new Date(dayOf(label)), total: 5 }
    const data = { tenantId: caller.tenant.id, requestId: label, content: {}, ...document }
    await server.database.system.embeddedLedgerDocument.create({ data })
  },
}

const addLedgerRows = async (world: World): Promise<void> => {
  await addLedgerLog(world, await twoPeople(world), ROW_DAY)
  await addLedgerDocuments(world, ROW_DAY)
}

const ROOT = '/api/ledgersettings/settings'

/** Records that have a counterpart in the ledger. */
const usedLedgerRecords = (world: World): UsedRecords => {
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

export const walks: AreaWalks = {
  tables: {
    executionid: 'ledger_execution',
  },
  recipes: [[':executionid', async (world) => (await addExecution(world)).executionId]],
  before: {
    saveAccountMapping: installLedger,
    saveClassMapping: installLedger,
    saveDiscountMapping: installLedger,
    saveFeeItemMapping: installLedger,
    savePaymentGatewayMapping: installLedger,
    savePaymentTypeMapping: installLedger,
    saveTaxMapping: installLedger,
    saveWriteOffMapping: installLedger,
    saveLedgerInstall: installLedger,
  },
  bodies: {
    saveAccountMapping: noMappings,
    saveClassMapping: noMappings,
    saveDiscountMapping: noMappings,
    saveFeeItemMapping: noMappings,
    savePaymentGatewayMapping: noMappings,
    savePaymentTypeMapping: noMappings,
    saveTaxMapping: noMappings,
    saveWriteOffMapping: async () => ({ IntegrationId: null, Mappings: [] }),
  },
  lists: {
    listLedgerLog: ledgerLog,
    listEmbeddedLedgerAccounts: ledgerRecords('account'),
    listEmbeddedLedgerCustomers: ledgerRecords('customer'),
    listEmbeddedLedgerDocuments: ledgerDocuments,
    searchLedgerLog: ledgerLog,
    getAccountMapping: accountNames,
    listServiceAccounts: accountNames,
    getWriteOffMapping: accountNames,
    getClassMapping: byName('saveTransactionClass'),
    listServiceClasses: byName('saveTransactionClass'),
    getDiscountMapping: discounts,
    listServiceDiscounts: discounts,
    getFeeItemMapping: byName('saveFeeItem'),
    listServiceFeeItems: byName('saveFeeItem'),
    getPaymentGatewayMapping: byName('savePaymentGateway'),
    listServicePaymentGateways: byName('savePaymentGateway'),
    getTaxMapping: byName('saveTaxSet'),
    listServiceTaxItems: byName('saveTaxSet'),
    listServicePaymentTypes: ['ACH', 'Cash', 'Check', 'Credit card', 'External', 'Trade'],
    getPaymentTypeMapping: 'maps the payment types, in the order of listServicePaymentTypes',
    listLedgerAccounts: OF_LEDGER,
    listLedgerClasses: OF_LEDGER,
    listLedgerDiscounts: OF_LEDGER,
    listLedgerFeeItems: OF_LEDGER,
    listLedgerPaymentMethods: OF_LEDGER,
    listLedgerPaymentMethodsForTypes: OF_LEDGER,
    listLedgerTaxItems: OF_LEDGER,
  },
  rows: addLedgerRows,
  actions: [
    {
      name: 'entry of the ledger log',
      shapes: ['LedgerLogRow'],
      area: 'logs',
      reads: [list('listLedgerLog', () => '/api/logs/ledgeronlinelog', 'RowId', 'id')],
      states: {
        failed: async (world) => ({ ids: { id: (await addExecution(world)).id } }),
        sent: async (world) => ({ ids: { id: (await addExecution(world, 'Succeeded')).id } }),
        waiting: async (world) => ({ ids: { id: (await addExecution(world, 'Pending')).id } }),
      },
      actions: {
        resync: async ({ id = 0 }, { server, caller }) => {
          const where = { tenantId: caller.tenant.id, id }
          const { executionId } = await server.database.system.ledgerExecution.findFirstOrThrow({ where })
          return { method: 'POST', url: `/api/logs/runledgertransactionsync/${executionId}` }
        },
      },
    },
  ],
  uses: usedLedgerRecords,
  noUses: {
    'embedded_ledger_record -> embedded_ledger_record': NEVER_DELETED,
    'ledger_customer -> contact': KEPT,
    'ledger_execution -> contact': KEPT,
    'ledger_installation -> application_permission': 'a revoked key stays stored',
  },
  bounds: {
    'saveAccountMapping Mappings': REPLACED,
    'saveClassMapping Mappings': REPLACED,
    'saveDiscountMapping Mappings': REPLACED,
    'saveFeeItemMapping Mappings': REPLACED,
    'savePaymentGatewayMapping Mappings': REPLACED,
    'savePaymentTypeMapping Mappings': REPLACED,
    'saveTaxMapping Mappings': REPLACED,
    'saveWriteOffMapping Mappings': REPLACED,
  },
  delivered: {
    ledgersettings: { create: installSettings },
  },
}
