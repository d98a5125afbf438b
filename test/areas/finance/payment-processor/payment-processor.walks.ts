import type { AreaWalks } from '#test/support/walks/area-walks'
import { PART } from '#test/support/walks/deletions'
import { lastOf } from '#test/support/walks/delivered'
import { COMMAND, IGNORED, POSTED } from '#test/support/walks/growing'
import { createPerson, dayOf, type Listed } from '#test/support/walks/lists/listed'
import { KEPT, NEVER_DELETED, OF_GATEWAY } from '#test/support/walks/no-uses'
import { fill, type World } from '#test/support/walks/world'

const disputeCharge = async (world: World, url: string) => {
  const ids = await world.idsFor(url)
  return { url: fill(url, ids), id: await lastOf(world, 'dispute') }
}

const reports: Listed = {
  order: 'newest',
  create: async (label, _ids, world) => {
    const day = dayOf(label)
    await world.post('/api/integration/payproc/connectaccountcharges', { StartDate: day, EndDate: day })
    return `charges-${day}`
  },
}

export const walks: AreaWalks = {
  tables: {
    epaymenttransactionid: 'processor_charge',
  },
  recipes: [
    [':epaymenttransactionid', async (world) => String((await world.charge()).EPaymentTransactionId)],
    [
      ':transactionuid',
      async (world, ids) => {
        const charge = await world.get(`/api/integration/payproc/charges/${ids.get('epaymenttransactionid')}`)
        return String(charge.ChargeId)
      },
    ],
    [
      '/account/:accountid',
      async (world) => {
        const { GatewayAccountId } = await world.post('/api/paymentgateways/0', { Name: `Gateway ${world.next()}` })
        return String(GatewayAccountId)
      },
    ],
  ],
  lists: {
    listGatewayCharges: {
      order: 'newest',
      create: async (label, _ids, world) => {
        const ContactId = await createPerson(world, label)
        const { PaymentGatewayId } = await world.post('/api/paymentgateways/0', { Name: `Gateway ${world.next()}` })
        const charge = { Amount: 5, PaymentToken: 'tok_visa', ContactId, PaymentGatewayId }
        await world.post('/api/integration/payproc/charges', charge)
      },
    },
    getConnectAccountCharges: reports,
    listDisputes: { order: 'oldest', create: async (_label, _ids, world) => String((await world.charge()).ChargeId) },
    getNegativeBalances: 'a tenant makes one such report at a time; getConnectAccountCharges has the same order',
    listChargeRefunds: 'has the refunds of one charge; the tests of charges check their order',
    listBankAccounts: 'asks the processor for the accounts of one account; the tests of accounts check their order',
  },
  noUses: {
    'gateway_transaction -> processor_account': OF_GATEWAY,
    'gateway_transaction -> processor_charge': NEVER_DELETED,
    'processor_charge -> contact': KEPT,
    'processor_charge -> journal_entry': NEVER_DELETED,
    'processor_charge -> processor_account': OF_GATEWAY,
    'processor_dispute -> journal_entry': NEVER_DELETED,
    'processor_dispute -> processor_charge': NEVER_DELETED,
    'processor_dispute -> refund': NEVER_DELETED,
    'processor_dispute_message -> processor_dispute': NEVER_DELETED,
    'processor_payout -> processor_account': OF_GATEWAY,
    'processor_refund -> journal_entry': NEVER_DELETED,
    'processor_refund -> credit': NEVER_DELETED,
    'processor_refund -> refund': NEVER_DELETED,
    'processor_refund -> processor_charge': NEVER_DELETED,
  },
  bounds: {
    'requestConnectAccountCharges ListViewItems': IGNORED,
    'requestNegativeBalances ListViewItems': IGNORED,
    'saveDispute Documents': IGNORED,
    'saveDispute Messages': IGNORED,
    'assignCharge Applications': COMMAND,
    'createCharge Applications': POSTED,
  },
  otherDeletions: {
    deleteBankAccount: PART,
  },
  delivered: {
    dispute: { create: disputeCharge },
  },
}
