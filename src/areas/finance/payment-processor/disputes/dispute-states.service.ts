import { fromCents } from '#kernel/money/cents'
import { lockRecord, lockRows, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, ProcessorDispute } from '#prisma/client'
import type { GatewayAccount } from '../accounts/accounts.queries.ts'
import { refreshCharge } from '../charges/charge-changes.service.ts'
import type { ReadState } from '../charges/charge-states.service.ts'
import { chargeKind, findChargeByUid } from '../charges/charges.queries.ts'
import type { DisputeState } from '../payment-processor.port.ts'
import { lockPayer, postCharge } from '../postings/charge-postings.service.ts'
import { startReading, storeMovements } from '../postings/movements.service.ts'
import { openProcessor, type ProcessorTools } from '../processors.service.ts'
import { describeStatus, evidenceOfDispute } from './disputes.model.ts'
import { type ChargeDispute, disputeKind } from './disputes.queries.ts'

/** Reads a dispute at the processor again, and stores it. Reads its charge too if it is not known yet. */
export const refreshDispute = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  uid: string,
): Promise<ChargeDispute> => {
  const processor = await openProcessor(scope, tools, account)
  const readAt = await startReading(scope)
  const state = await processor.getDispute(account.uid, uid)
  return storeDispute(scope, tools, account, { state, readAt })
}

/** What a person did in a dispute. */
interface StaffMessage {
  author: 'Staff'
  text: string
  at: Date
}

/**
 * Stores the state of a dispute with its movements, and posts them to the books. An older state never replaces a newer one.
 *
 * @param message what led to this state.
 */
export const storeDispute = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  { state, readAt }: ReadState<DisputeState>,
  message?: StaffMessage,
): Promise<ChargeDispute> => {
  const known = await findChargeByUid(scope, state.charge)
  const charge = known ?? (await refreshCharge(scope, tools, account, state.charge))
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, `dispute ${state.uid}`)
    await lockPayer(scope, tx, charge.id)
    await lockRecord(scope, tx, chargeKind, charge.id, undefined, 'no key update')
    const owner = { tenantId, accountId: account.id, chargeId: charge.id, payoutUid: null }
    await storeMovements(scope, tx, owner, state.movements)
    const stored = await tx.processorDispute.findFirst({ where: { tenantId, uid: state.uid } })
    const id = stored?.id ?? (await addDispute(scope, tx, charge.id, { state, readAt }))
    if (message) await addMessage(scope, tx, id, message.author, message.text, message.at)
    const isChanged = stored !== null && readAt >= stored.readAt && hasChanged(stored, state)
    if (isChanged) await changeDispute(scope, tx, stored, { state, readAt })
    await postCharge(scope, tx, charge.id)
    return lockRecord(scope, tx, disputeKind, id)
  })
}

const columnsOf = (state: DisputeState) => ({
  status: state.status,
  amount: fromCents(state.cents),
  reason: state.reason,
  networkReasonCode: state.networkReasonCode,
  isChargeRefundable: state.isChargeRefundable,
  dueBy: state.dueBy,
  evidence: state.evidence,
  submissionCount: state.submissionCount,
  withdrawnAmount: fromCents(Math.max(0, -state.movements.reduce((sum, { cents }) => sum + cents, 0))),
  feeAmount: fromCents(state.movements.reduce((sum, { feeCents }) => sum + Math.max(0, feeCents), 0)),
  raw: state.raw as Prisma.InputJsonObject,
})

const hasChanged = (stored: ProcessorDispute, state: DisputeState): boolean => {
  const old = evidenceOfDispute(stored)
  const evidence = Object.entries(state.evidence)
  return (
    stored.status !== state.status ||
    stored.submissionCount !== state.submissionCount ||
    stored.amount.toFixed(2) !== fromCents(state.cents) ||
    stored.isChargeRefundable !== state.isChargeRefundable ||
    stored.dueBy?.getTime() !== state.dueBy?.getTime() ||
    stored.feeAmount.toFixed(2) !== columnsOf(state).feeAmount ||
    stored.withdrawnAmount.toFixed(2) !== columnsOf(state).withdrawnAmount ||
    old.size !== evidence.length ||
    evidence.some(([name, value]) => old.get(name) !== value)
  )
}

const addDispute = async (
  scope: Scope,
  tx: Transaction,
  chargeId: number,
  { state, readAt }: ReadState<DisputeState>,
): Promise<number> => {
  const { uid, currencyCode, openedAt } = state
  const made = await tx.processorDispute.create({
    data: { tenantId: scope.db.tenantId, chargeId, uid, currencyCode, openedAt, readAt, ...columnsOf(state) },
  })
  await addMessage(scope, tx, made.id, 'Processor', describeStatus(state.status, state.reason), openedAt)
  await recordDispute(scope, tx, made, 'created')
  return made.id
}

const changeDispute = async (
  scope: Scope,
  tx: Transaction,
  stored: ProcessorDispute,
  { state, readAt }: ReadState<DisputeState>,
): Promise<void> => {
  const { tenantId } = scope.db
  const where = { tenantId, id: stored.id }
  await lockRows(scope, tx, disputeKind, [stored.id])
  await tx.processorDispute.updateMany({ where, data: { ...columnsOf(state), readAt, ...NEXT_VERSION } })
  const saved = await tx.processorDispute.findFirstOrThrow({ where })
  if (stored.status !== state.status)
    await addMessage(scope, tx, stored.id, 'Processor', describeStatus(state.status, state.reason), scope.clock.now())
  await recordDispute(scope, tx, saved, 'updated')
}

/** Adds to what happened in a dispute. */
const addMessage = async (
  { db: { tenantId }, actor }: Scope,
  tx: Transaction,
  disputeId: number,
  author: 'Processor' | 'Staff' | 'Service',
  text: string,
  at: Date,
): Promise<void> => {
  await tx.processorDisputeMessage.createMany({
    data: [{ tenantId, disputeId, at, author, authorName: author === 'Staff' ? actorName(actor) : null, text }],
  })
}

const recordDispute = (
  scope: Scope,
  tx: Transaction,
  dispute: ProcessorDispute,
  action: ChangeAction,
): Promise<void> => {
  const { uid, status, chargeId } = dispute
  const Amount = dispute.amount.toFixed(2)
  const payload = { DisputeId: uid, EPaymentTransactionId: chargeId, Status: status, Amount }
  return recordChange(scope, tx, changeOf(disputeKind, dispute, action, { payload }))
}
