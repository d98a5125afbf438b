import { settleEventOrder } from '#areas/events/registrations/payment/settlement.service'
import { sealer } from '#kernel/crypto/seal'
import { type KilledWork, performKilledWork } from '../killed/killed-work.ts'

/** The job that brings the processor up to date with an order of an event, for a test that kills it. */
export interface KilledSettling extends KilledWork {
  orderId: number
}

await performKilledWork<KilledSettling>((scope, { orderId }) =>
  settleEventOrder(scope, { sealer: sealer(Buffer.alloc(32, 7)), processorUrl: '' }, orderId),
)
