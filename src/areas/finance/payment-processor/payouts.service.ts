import { fromCents } from '#kernel/money/cents'
import { lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf, dayOf } from '#kernel/time/day'
import type { ProcessorPayout } from '#prisma/client'
import type { GatewayAccount } from './accounts/accounts.queries.ts'
import type { ReadState } from './charges/charge-states.service.ts'
import { transferEvents } from './payment-processor.events.ts'
import type { MovementState, PayoutState } from './payment-processor.port.ts'
import { startReading, storeMovements } from './postings/movements.service.ts'
import { openProcessor, type ProcessorTools } from './processors.service.ts'

/**
 * Reads a transfer at the processor again, and stores it with the movements that it is made of. One that came back is
 * stored as a reversal of its own as well.
 */
export const refreshPayout = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  uid: string,
): Promise<void> => {
  const processor = await openProcessor(scope, tools, account)
  const readAt = await startReading(scope)
  const state = await processor.getPayout(account.uid, uid)
  const { tenantId } = scope.db
  await scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, `payout ${uid}`)
    const owner = { tenantId, accountId: account.id, chargeId: null }
    await storeMovements(scope, tx, { ...owner, payoutUid: null }, state.movements)
    await storeMovements(scope, tx, { ...owner, payoutUid: uid }, state.contents)
    await storeTransfer(scope, tx, account, { state, readAt })
    for (const movement of state.movements)
      if (movement.type === 'TransferReversal') await storeReversal(scope, tx, account, state, movement)
  })
}

const columnsOf = ({ status, arrivalOn, bankAccount }: PayoutState) => ({
  status,
  bankAccount,
  arrivalOn: arrivalOn === null ? null : dateOf(arrivalOn),
})

const storeTransfer = async (
  scope: Scope,
  tx: Transaction,
  account: GatewayAccount,
  { state, readAt }: ReadState<PayoutState>,
): Promise<void> => {
  const { tenantId } = scope.db
  const { uid, cents, currencyCode, startedAt } = state
  const stored = await tx.processorPayout.findFirst({ where: { tenantId, uid } })
  if (!stored) {
    const own = { tenantId, accountId: account.id, uid, currencyCode, amount: fromCents(cents), startedAt, readAt }
    const made = await tx.processorPayout.create({ data: { ...own, ...columnsOf(state) } })
    return recordTransfer(scope, tx, account, made, 'created')
  }
  if (readAt < stored.readAt || !hasChanged(stored, state)) return
  const data = { ...columnsOf(state), readAt, ...NEXT_VERSION }
  const saved = await tx.processorPayout.update({ where: { tenantId_id: { tenantId, id: stored.id } }, data })
  await recordTransfer(scope, tx, account, saved, 'updated')
}

const hasChanged = (stored: ProcessorPayout, { status, arrivalOn, bankAccount }: PayoutState): boolean =>
  stored.status !== status ||
  stored.bankAccount !== bankAccount ||
  (stored.arrivalOn && dayOf(stored.arrivalOn)) !== arrivalOn

const storeReversal = async (
  scope: Scope,
  tx: Transaction,
  account: GatewayAccount,
  { uid: reversedUid, currencyCode, bankAccount }: PayoutState,
  { uid, cents, occurredAt }: MovementState,
): Promise<void> => {
  const { tenantId } = scope.db
  if (await tx.processorPayout.findFirst({ where: { tenantId, uid }, select: { id: true } })) return
  const own = { tenantId, accountId: account.id, uid, currencyCode, bankAccount, reversedUid }
  const data = { ...own, amount: fromCents(-cents), status: 'Paid', startedAt: occurredAt, arrivalOn: null }
  await recordTransfer(scope, tx, account, await tx.processorPayout.create({ data }), 'created')
}

const recordTransfer = (
  scope: Scope,
  tx: Transaction,
  { gateway }: GatewayAccount,
  payout: ProcessorPayout,
  action: 'created' | 'updated',
): Promise<void> => {
  const { uid, status, reversedUid } = payout
  const changes = { Status: status, Amount: payout.amount.toFixed(2) }
  const payload = { TransferId: uid, PaymentGatewayId: gateway.id, ...changes, ReversedTransferId: reversedUid }
  return recordChange(scope, tx, changeOf(TRANSFER, payout, action, { changes, payload }))
}

const TRANSFER = { entity: 'transfer', events: transferEvents }
