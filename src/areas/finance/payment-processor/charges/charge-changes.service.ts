import { conflict, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { ProcessorCharge } from '#prisma/client'
import { type GatewayAccount, getAccountById } from '../accounts/accounts.queries.ts'
import { type ChargeState, type PaymentProcessor, ProcessorFault } from '../payment-processor.port.ts'
import { startReading } from '../postings/movements.service.ts'
import { openProcessor, type ProcessorTools, problemOf } from '../processors.service.ts'
import { storeCharge } from './charge-states.service.ts'
import { hasChanged, referenceOf } from './charges.model.ts'
import { type GatewayCharge, getStoredCharge } from './charges.queries.ts'

/** Runs a request that changes a charge, and stores the state that the processor returns. @throws ProcessorFault. */
export const changeCharge = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  call: (processor: PaymentProcessor) => Promise<ChargeState>,
): Promise<GatewayCharge> => {
  const processor = await openProcessor(scope, tools, account)
  const readAt = await startReading(scope)
  const state = await call(processor)
  const stored = await scope.db.transaction((tx) => storeCharge(scope, tx, account, { state, readAt }))
  // Of two simultaneous changes, the one that was requested first can be the last that the processor carried out.
  const isDoubtful = readAt < stored.readAt && hasChanged(stored, state)
  return isDoubtful ? refreshCharge(scope, tools, account, state.uid) : stored
}

/** Reads a charge at the processor again, and stores it. @throws ProcessorFault. */
export const refreshCharge = (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  uid: string,
): Promise<GatewayCharge> => changeCharge(scope, tools, account, (processor) => processor.getCharge(account.uid, uid))

/**
 * Captures an authorized charge, or a part of it; the rest is released.
 *
 * @throws 404; 409 charge-state; 422 more-than-authorized, processor-refused; 503.
 */
export const captureCharge = async (
  scope: Scope,
  tools: ProcessorTools,
  id: number,
  requestedCents?: number,
): Promise<GatewayCharge> => {
  const charge = await getStoredCharge(scope, id)
  const cents = requestedCents ?? toCents(charge.amount)
  if (cents > toCents(charge.amount)) throw beyond('more-than-authorized', 'authorized', toCents(charge.amount))
  // A repeat of a capture that the processor has carried out.
  if (charge.status === 'succeeded' && toCents(charge.amountCaptured) === cents) return charge
  const authorization = authorizationOf(charge, 'captured')
  const key = `capture-${referenceOf(scope.db.tenantId, id)}-${cents}`
  return callForCharge(scope, tools, charge, 'captured', (processor, account) =>
    processor.capture(account.uid, { authorization, cents, key }),
  )
}

/** Cancels an authorized charge, so that it can no longer be captured. @throws 404; 409 charge-state; 422; 503. */
export const cancelCharge = async (scope: Scope, tools: ProcessorTools, id: number): Promise<GatewayCharge> => {
  const charge = await getStoredCharge(scope, id)
  if (charge.status === 'canceled') return charge
  const authorization = authorizationOf(charge, 'canceled')
  const key = `cancel-${referenceOf(scope.db.tenantId, id)}`
  return callForCharge(scope, tools, charge, 'canceled', (processor, account) =>
    processor.cancel(account.uid, { authorization, key }),
  )
}

type ChargeChange = 'captured' | 'canceled'

const authorizationOf = ({ status, authorizationUid }: ProcessorCharge, done: ChargeChange): string => {
  if (status === 'authorized' && authorizationUid !== null) return authorizationUid
  throw conflict('charge-state', `A charge with the status ${status} cannot be ${done}.`, { Status: status })
}

export const beyond = (code: 'more-than-authorized' | 'more-than-captured', what: string, cents: number) =>
  ruleRefused(code, `The amount is more than what is ${what}, ${fromCents(cents)}.`, [
    { pointer: '/Amount', message: `must be at most ${fromCents(cents)}` },
  ])

const callForCharge = async (
  scope: Scope,
  tools: ProcessorTools,
  charge: GatewayCharge,
  done: ChargeChange,
  call: (processor: PaymentProcessor, account: GatewayAccount) => Promise<ChargeState>,
): Promise<GatewayCharge> => {
  const account = await getAccountById(scope, charge.accountId)
  try {
    return await changeCharge(scope, tools, account, (processor) => call(processor, account))
  } catch (error) {
    // Another request can have captured or canceled the charge first: then the processor rejects this one.
    if (error instanceof ProcessorFault && error.kind === 'refused' && charge.uid !== null) {
      const current = await refreshCharge(scope, tools, account, charge.uid).catch((fault: unknown) => {
        // Its state says whether the change is still to be made.
        if (fault instanceof ProcessorFault && fault.kind === 'unavailable') throw problemOf(fault, 'charge')
        return charge
      })
      authorizationOf(current, done)
    }
    throw problemOf(error, 'charge')
  }
}
