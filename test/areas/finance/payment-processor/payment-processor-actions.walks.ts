import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import type { JsonObject } from '#kernel/contract/json'
import { runJobs } from '#test/support/jobs/run-jobs'
import { list, type OfferedIds, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import type { World } from '#test/support/walks/world'

const bankAccountsUrl = ({ gateway }: OfferedIds): string =>
  `/api/integration/payproc/account/acct_sandbox${gateway}/bankaccounts`

/** A bank account of a new gateway of the sandbox, by its last digits. */
const bankAccount = async (world: World, digits: number): Promise<OfferedIds> => {
  const { PaymentGatewayId } = await world.post('/api/paymentgateways/0', { Name: `Gateway ${world.next()}` })
  const ids = { gateway: Number(PaymentGatewayId), digits }
  // Its first use opens the account.
  await world.get(bankAccountsUrl(ids))
  return ids
}

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

export const walks: AreaWalks = {
  actions: [
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
    charges,
  ],
}
