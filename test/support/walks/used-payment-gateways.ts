import { addPayment } from './book-documents.ts'
import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

/** Payment gateways that charges, transactions and payments use. */
export const usedPaymentGateways = (world: World): UsedRecords => {
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
