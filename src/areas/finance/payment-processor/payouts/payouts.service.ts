import { fromCents } from '#kernel/money/cents'
import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import { dateOf } from '#kernel/time/day'
import type { GatewayAccount } from '../accounts/accounts.queries.ts'
import { startReading, storeMovements } from '../movements.service.ts'
import { type ProcessorTools, processorOf } from '../processors.service.ts'

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
  const processor = await processorOf(scope, tools, account)
  const readAt = await startReading(scope)
  const state = await processor.getPayout(account.uid, uid)
  const { tenantId } = scope.db
  const { cents, currencyCode, startedAt, status, bankAccount } = state
  const arrivalOn = state.arrivalOn === null ? null : dateOf(state.arrivalOn)
  const shared = { tenantId, accountId: account.id, currencyCode, bankAccount }
  await scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, `payout ${uid}`)
    const owner = { tenantId, accountId: account.id, chargeId: null }
    await storeMovements(scope, tx, { ...owner, payoutUid: null }, state.movements)
    await storeMovements(scope, tx, { ...owner, payoutUid: uid }, state.contents)
    await tx.processorPayout.createMany({
      data: [
        { ...shared, uid, amount: fromCents(cents), startedAt, status, arrivalOn },
        ...state.movements
          .filter(({ type }) => type === 'TransferReversal')
          .map((movement) => ({
            ...{ ...shared, uid: movement.uid, amount: fromCents(-movement.cents), reversedUid: uid, status: 'Paid' },
            ...{ startedAt: movement.occurredAt, arrivalOn: null },
          })),
      ],
      skipDuplicates: true,
    })
    const where = { tenantId, uid, readAt: { lte: readAt } }
    await tx.processorPayout.updateMany({ where, data: { status, arrivalOn, bankAccount, readAt } })
  })
}
