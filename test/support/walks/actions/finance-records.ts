import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import type { JsonObject } from '#kernel/contract/json'
import { runJobs } from '#test/support/jobs/run-jobs'
import { addExecution } from '../ledger-executions.ts'
import type { Body } from '../recipes.ts'
import type { World } from '../world.ts'
import { document, list, type OfferedIds, type OfferedKind } from './offered-records.ts'

interface SetupKind {
  name: string
  shape: string
  /** The plural in the names of operations, if it is not the shape with an s. */
  plural?: string
  path: string
  id: string
  /** A body that changes any record of the kind. */
  change: object
  states?: OfferedKind['states']
}

const feeItem = async (world: World, body: Body): Promise<void> => {
  const AccountId = Number((await world.idsFor(':accountid')).get('accountid'))
  await world.post('/api/finance/feeitems/0', { Name: `Fee ${world.next()}`, Price: 5, AccountId, ...body })
}

/** A record of the books by which others are set up. */
const setupKind = ({ name, shape, plural = `${shape}s`, path, id, change, states }: SetupKind): OfferedKind => ({
  name,
  shapes: [shape],
  area: 'books',
  reads: [
    document(`get${shape}`, (ids) => `/api/finance/${path}/${ids.id}`),
    list(`list${plural}`, (ids) => `/api/finance/${path}?Filter=${id} eq ${ids.id}`, id, 'id'),
  ],
  states: {
    unused: async (world) => ({ ids: { id: await create(world, id) } }),
    ...states,
  },
  actions: {
    view: (ids) => ({ method: 'GET', url: `/api/finance/${path}/${ids.id}` }),
    edit: (ids) => ({ method: 'POST', url: `/api/finance/${path}/${ids.id}`, body: change, version: 'AuditId' }),
    delete: (ids) => ({ method: 'DELETE', url: `/api/finance/${path}/${ids.id}` }),
  },
})

const create = async (world: World, id: string): Promise<number> =>
  Number((await world.idsFor(`:${id.toLowerCase()}`)).get(id.toLowerCase()))

/** A bank account of a new gateway of the sandbox, by its last digits. */
const bankAccount = async (world: World, digits: number): Promise<OfferedIds> => {
  const { PaymentGatewayId } = await world.post('/api/paymentgateways/0', { Name: `Gateway ${world.next()}` })
  const ids = { gateway: Number(PaymentGatewayId), digits }
  // Its first use opens the account.
  await world.get(bankAccountsUrl(ids))
  return ids
}

const bankAccountsUrl = ({ gateway }: OfferedIds): string =>
  `/api/integration/payproc/account/acct_sandbox${gateway}/bankaccounts`

const lastFour = (digits = 0): string => String(digits).padStart(4, '0')

const bankAccountUrl = async ({ gateway, digits }: OfferedIds, { server, caller }: World): Promise<string> => {
  const accountUid = `acct_sandbox${gateway}`
  const bank = await server.database.system.sandboxObject.findFirst({
    where: { tenantId: caller.tenant.id, accountUid, data: { path: ['lastFour'], equals: lastFour(digits) } },
  })
  return `/api/integration/payproc/account/${accountUid}/bankaccount/${bank?.uid ?? 'ba_removed'}`
}

const CHARGES = '/api/integration/payproc/charges'

/** A charge on a gateway of its own, after steps. */
const charge =
  (PaymentToken: string, body: object = {}, ...steps: [step: string, body: object][]) =>
  async (world: World) => {
    const gateway = await world.post('/api/paymentgateways/0', { Name: `Gateway ${world.next()}` })
    const sent = { PaymentGatewayId: gateway.PaymentGatewayId, Amount: 20, PaymentToken, ...body }
    const id = Number((await world.post(CHARGES, sent)).EPaymentTransactionId)
    await runJobs(world.server, HANDLE_PROCESSOR_EVENT)
    for (const [step, input] of steps) await world.post(`${CHARGES}/${id}/${step}`, input)
    return { ids: { id } }
  }

const AT_ONCE = { Capture: true }

const charges: OfferedKind = {
  name: 'charge',
  shapes: ['GatewayChargeListRow'],
  area: 'payment-processor',
  reads: [
    list(
      'listGatewayCharges',
      ({ id }) => `${CHARGES}?$filter=EPaymentTransactionId eq ${id}`,
      'EPaymentTransactionId',
      'id',
    ),
  ],
  states: {
    authorized: charge('tok_visa'),
    captured: charge('tok_visa', AT_ONCE),
    'refunded in part': charge('tok_visa', AT_ONCE, ['refund', { Amount: 5 }]),
    refunded: charge('tok_visa', AT_ONCE, ['refund', {}]),
    disputed: charge('tok_createDispute', AT_ONCE),
    'with an inquiry': charge('tok_createDisputeInquiry', AT_ONCE),
    'that waits for the bank': charge('tok_bankDebit', AT_ONCE),
    declined: charge('tok_chargeDeclined'),
    canceled: charge('tok_visa', {}, ['cancel', {}]),
    'of a contact': async (world) => charge('tok_visa', { ...AT_ONCE, ContactId: Number(await world.person()) })(world),
  },
  statesOfAll: ['refunded in part', 'of a contact'],
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `${CHARGES}/${id}` }),
    capture: ({ id }) => ({ method: 'POST', url: `${CHARGES}/${id}/capture`, body: {} }),
    cancel: ({ id }) => ({ method: 'POST', url: `${CHARGES}/${id}/cancel`, body: {} }),
    refund: ({ id }) => ({ method: 'POST', url: `${CHARGES}/${id}/refund`, body: { Amount: 1 } }),
    assign: async ({ id }, world) => ({
      method: 'POST',
      url: `${CHARGES}/${id}/contact`,
      body: { ContactId: Number(await world.person()) },
    }),
  },
  harmless: {
    'captured: capture': 'the same amount is captured already',
    'refunded in part: capture': 'the same amount is captured already',
    'refunded: capture': 'the same amount is captured already',
    'disputed: capture': 'the same amount is captured already',
    'with an inquiry: capture': 'the same amount is captured already',
    'of a contact: capture': 'the same amount is captured already',
    'canceled: cancel': 'a canceled charge stays canceled',
  },
}

/** A gateway after the default one. */
const gateway = async (world: World): Promise<number> => {
  await world.post('/api/paymentgateways/0', { Name: `First ${world.next()}` })
  return Number((await world.post('/api/paymentgateways/0', { Name: `Gateway ${world.next()}` })).PaymentGatewayId)
}

const paymentGateways: OfferedKind = {
  name: 'payment gateway',
  shapes: ['PaymentGatewayEdit'],
  area: 'payment-gateways',
  reads: [
    document('getPaymentGateway', ({ id }) => `/api/paymentgateways/${id}`),
    list('listPaymentGateways', () => '/api/paymentgateways', 'PaymentGatewayId', 'id'),
  ],
  states: {
    unused: async (world) => ({ ids: { id: await gateway(world) } }),
    default: async (world) => {
      const id = await gateway(world)
      await world.post(`/api/paymentgateways/${id}`, { AuditId: 1, IsDefault: true })
      return { ids: { id } }
    },
    'with a charge': async (world) => {
      const id = await gateway(world)
      await world.post(CHARGES, { PaymentGatewayId: id, Amount: 20, PaymentToken: 'tok_visa' })
      return { ids: { id } }
    },
  },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/paymentgateways/${id}` }),
    edit: ({ id }) => ({
      method: 'POST',
      url: `/api/paymentgateways/${id}`,
      body: { Name: `Renamed ${id}` },
      version: 'AuditId',
    }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/paymentgateways/${id}` }),
  },
}

/** The records that the books are set up with, and charges. */
export const financeRecords: readonly OfferedKind[] = [
  setupKind({
    name: 'account',
    shape: 'Account',
    path: 'accounts',
    id: 'AccountId',
    change: { Description: 'Changed' },
    states: {
      'that a fee item uses': async (world) => {
        const id = await create(world, 'AccountId')
        await feeItem(world, { AccountId: id })
        return { ids: { id } }
      },
      'with a system role': async ({ server, caller }) => {
        const where = { tenantId: caller.tenant.id, systemRole: 'receivable' }
        const { id } = await server.database.system.account.findFirstOrThrow({ where })
        return { ids: { id } }
      },
    },
  }),
  setupKind({
    name: 'transaction class',
    shape: 'TransactionClass',
    plural: 'TransactionClasses',
    path: 'classes',
    id: 'ClassId',
    change: { IsActive: false },
    states: {
      'with a child class': async (world) => {
        const id = await create(world, 'ClassId')
        await world.post('/api/finance/classes/0', { Name: `Child ${world.next()}`, ParentClassId: id })
        return { ids: { id } }
      },
    },
  }),
  setupKind({
    name: 'tax region',
    shape: 'TaxRegion',
    path: 'taxregions',
    id: 'TaxRegionId',
    change: { CountryId: 840 },
    states: {
      'of a tax set': async (world) => {
        const id = await create(world, 'TaxRegionId')
        await world.post('/api/finance/taxsets/0', { Name: `Tax ${world.next()}`, TaxRegionId: id })
        return { ids: { id } }
      },
    },
  }),
  setupKind({
    name: 'tax set',
    shape: 'TaxSet',
    path: 'taxsets',
    id: 'TaxSetId',
    change: { IsActive: false },
    states: {
      'that a fee item uses': async (world) => {
        const id = await create(world, 'TaxSetId')
        await feeItem(world, { TaxSetId: id })
        return { ids: { id } }
      },
    },
  }),
  setupKind({
    name: 'discount',
    shape: 'Discount',
    path: 'discounts',
    id: 'DiscountId',
    change: { IsActive: false },
  }),
  setupKind({ name: 'fee item', shape: 'FeeItem', path: 'feeitems', id: 'FeeItemId', change: { Price: 0 } }),
  paymentGateways,
  {
    name: 'bank account',
    shapes: ['BankAccount'],
    area: 'payment-processor',
    reads: [
      {
        operation: 'listBankAccounts',
        url: bankAccountsUrl,
        row: (rows: JsonObject[], { digits }) => rows.find(({ LastFour }) => LastFour === lastFour(digits)),
      },
    ],
    states: {
      default: async (world) => ({ ids: await bankAccount(world, 6789) }),
      'not default': async (world) => ({ ids: await bankAccount(world, 4321) }),
      'not verified': async (world) => ({ ids: await bankAccount(world, 0) }),
    },
    actions: {
      makeDefault: async (ids, world) => ({ method: 'POST', url: `${await bankAccountUrl(ids, world)}/true` }),
      delete: async (ids, world) => ({ method: 'DELETE', url: await bankAccountUrl(ids, world) }),
    },
    harmless: { 'default: makeDefault': 'it is the default already' },
  },
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
  charges,
]
