import { conflict, Problem, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { lockRecord } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProcessorRefund } from '#prisma/client'
import { getAccountById } from '../accounts/accounts.queries.ts'
import { ProcessorFault } from '../payment-processor.port.ts'
import { areRefundedByBooks } from '../postings/postings.model.ts'
import { type ProcessorTools, problemOf } from '../processors.service.ts'
import { beyond, changeCharge } from './charge-changes.service.ts'
import { chargeKind, type GatewayCharge, getStoredCharge } from './charges.queries.ts'
import { enqueueSettling, keyReused } from './charges.service.ts'
import { settleRequested } from './hosted-charges.service.ts'

export interface NewRefund {
  /** What is left of the charge if undefined. */
  cents: number | undefined
  /** A credit that replaces the refunded payment on its invoices, in the transaction that posts the refund. */
  creditId?: number
  /** The same for a repeat of the request: it never refunds twice. */
  requestKey: string
}

/**
 * Refunds a charge, or a part of it.
 *
 * @throws 404; 409 charge-state; 422 idempotency-key-reused, more-than-captured, processor-refused; 503: a repeat with the
 * same key, or a job, completes the refund.
 */
export const refundCharge = async (
  scope: Scope,
  tools: ProcessorTools,
  id: number,
  request: NewRefund,
): Promise<GatewayCharge> => {
  const refund = await startRefund(scope, id, request)
  const charge = await getStoredCharge(scope, id)
  return refund.status === 'requested' ? completeRefund(scope, tools, charge, refund) : charge
}

const startRefund = (
  scope: Scope,
  id: number,
  { cents: requested, requestKey, creditId }: NewRefund,
): Promise<ProcessorRefund> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const charge = await lockRecord(scope, tx, chargeKind, id)
    const known = await tx.processorRefund.findFirst({ where: { tenantId, requestKey } })
    if (known) return requireSameRefund(known, id, requested)
    if (charge.status !== 'succeeded') {
      const detail = `A charge with the status ${charge.status} cannot be refunded.`
      throw conflict('charge-state', detail, { Status: charge.status })
    }
    await requireNotByBooks(scope, tx, id)
    const waiting = await tx.processorRefund.aggregate({
      where: { tenantId, chargeId: id, status: 'requested' },
      _sum: { amount: true },
    })
    const left = toCents(charge.amountCaptured) - toCents(charge.amountRefunded) - toCents(waiting._sum.amount ?? 0)
    const cents = requested ?? left
    if (left === 0) throw conflict('charge-state', 'The charge is already refunded.', { Status: charge.status })
    if (cents > left) throw beyond('more-than-captured', 'left of the charge', left)
    await enqueueSettling(scope, tx, id)
    const createdAt = scope.clock.now()
    return tx.processorRefund.create({
      data: {
        tenantId,
        chargeId: id,
        requestKey,
        amount: fromCents(cents),
        status: 'requested',
        createdAt,
        creditId: creditId ?? null,
      },
    })
  })

/**
 * Rejects a refund of a charge that the books refund: its money is returned in one way, so that it is never returned
 * twice.
 *
 * @throws 422 processor-refused.
 */
const requireNotByBooks = async ({ db: { tenantId } }: Scope, tx: Transaction, chargeId: number): Promise<void> => {
  if (!areRefundedByBooks(await tx.processorDispute.findMany({ where: { tenantId, chargeId } }))) return
  throw ruleRefused(
    'processor-refused',
    'The charge is disputed: its dispute was won, and the processor does not refund it. Refund its payment in the books instead.',
  )
}

const requireSameRefund = (known: ProcessorRefund, chargeId: number, cents: number | undefined): ProcessorRefund => {
  if (known.chargeId === chargeId && (cents === undefined || toCents(known.amount) === cents)) return known
  throw keyReused('refund')
}

const completeRefund = async (
  scope: Scope,
  tools: ProcessorTools,
  charge: GatewayCharge,
  refund: ProcessorRefund,
): Promise<GatewayCharge> => {
  const account = await getAccountById(scope, charge.accountId)
  const request = { charge: charge.uid ?? '', cents: toCents(refund.amount), key: refund.requestKey ?? '' }
  try {
    return await changeCharge(scope, tools, account, (processor) => processor.refund(account.uid, request))
  } catch (error) {
    if (error instanceof ProcessorFault && error.kind !== 'unavailable') {
      const data = { status: 'failed', failureMessage: error.message.slice(0, 1000) }
      const where = { tenantId: scope.db.tenantId, id: refund.id, status: 'requested' }
      await scope.db.prisma.processorRefund.updateMany({ where, data })
    }
    throw problemOf(error, 'charge')
  }
}

/**
 * Returns whether a credit replaces what a request refunds. It does not for requests of a release before that: the
 * credit is applied afterwards.
 */
export const hasCredit = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  requestKey: string,
): Promise<boolean> => {
  const where = { tenantId, requestKey, creditId: { not: null } }
  return (await tx.processorRefund.findFirst({ where, select: { id: true } })) !== null
}

/**
 * Completes what the processor has not responded to: the charge itself, then its refunds.
 *
 * @throws 503 if the processor does still not respond: the job is run again.
 */
export const settleCharge = async (scope: Scope, tools: ProcessorTools, id: number): Promise<void> => {
  const charge = await getStoredCharge(scope, id)
  if (charge.status === 'requested') await settleRequested(scope, tools, charge)
  const { tenantId, prisma } = scope.db
  const where = { tenantId, chargeId: id, status: 'requested' }
  for (const refund of await prisma.processorRefund.findMany({ where, orderBy: { id: 'asc' } })) {
    await completeRefund(scope, tools, await getStoredCharge(scope, id), refund).catch((error) => {
      // A rejected refund is stored as failed. Only a processor that does not respond is asked again.
      if (!(error instanceof Problem) || error.status === 503) throw error
    })
  }
}
