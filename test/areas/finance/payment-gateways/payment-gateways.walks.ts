import { document, list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addPayment } from '#test/support/walks/book-documents'
import { bySave, type Listed, SECOND } from '#test/support/walks/lists/listed'
import { saved } from '#test/support/walks/recipes'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'

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
      await world.post('/api/integration/payproc/charges', {
        PaymentGatewayId: id,
        Amount: 20,
        PaymentToken: 'tok_visa',
      })
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

const gateways: Listed = {
  order: 'secondFirst',
  create: bySave('savePaymentGateway', (label) => ({ Name: label, IsDefault: label === SECOND })),
}

/** Payment gateways that charges, transactions and payments use. */
const usedPaymentGateways = (world: World): UsedRecords => {
  const add = async () => {
    const { PaymentGatewayId } = await world.post('/api/paymentgateways/0', { Name: `Shop ${world.next()}` })
    return Number(PaymentGatewayId)
  }
  const pathOf = (id: number): string => `/api/paymentgateways/${id}`
  return {
    'paymentgateway <- charge': async () => {
      const PaymentGatewayId = await add()
      await world.post('/api/integration/payproc/charges', { PaymentGatewayId, Amount: 10, PaymentToken: 'tok_visa' })
      return pathOf(PaymentGatewayId)
    },
    'paymentgateway <- transaction': async () => {
      const gatewayId = await add()
      const { system } = world.server.database
      const tenantId = world.caller.tenant.id
      const { id: accountId } = await system.processorAccount.findFirstOrThrow({ where: { tenantId, gatewayId } })
      const amounts = { amount: -5, fee: 0, currencyCode: 'USD', status: 'Settled' }
      await system.gatewayTransaction.create({
        data: { tenantId, accountId, uid: `txn_${gatewayId}`, type: 'Adjustment', occurredAt: new Date(), ...amounts },
      })
      return pathOf(gatewayId)
    },
    'paymentgateway <- payment': async () => {
      const PaymentGatewayId = await add()
      await addPayment(world, Number(await world.person()), { PaymentGatewayId })
      return pathOf(PaymentGatewayId)
    },
  }
}

export const walks: AreaWalks = {
  recipes: [[':paymentgatewayid', saved('savePaymentGateway', 'PaymentGatewayId')]],
  lists: {
    listPaymentGateways: gateways,
  },
  actions: [paymentGateways],
  uses: usedPaymentGateways,
}
