import { completeHostedCharge, openHostedCharge } from '#areas/finance/payment-processor/charges/hosted-charges.service'
import { payPage } from '#areas/finance/payment-processor/sandbox/pages/sandbox-pages.service'
import { sealer } from '#kernel/crypto/seal'
import { type KilledWork, performKilledWork } from '../killed/killed-work.ts'

/** A payment on a page of the sandbox from its request to the authorization, for a test that kills it. */
export interface KilledPayment extends KilledWork {
  requestKey: string
}

await performKilledWork<KilledPayment>(async (scope, { requestKey }) => {
  const tools = { sealer: sealer(Buffer.alloc(32, 7)), processorUrl: '' }
  const { charge, url } = await openHostedCharge(scope, tools, {
    gatewayId: null,
    contactId: null,
    cents: 4200,
    description: 'Congress',
    applications: [],
    returnUrl: '/return',
    cancelUrl: '/cancel',
    origin: 'http://localhost',
    requestKey,
  })
  if (url !== null) await payPage(scope, url.split('/').at(-1) ?? '', 'tok_visa')
  await completeHostedCharge(scope, tools, charge.id)
})
