import { fromCents } from '#kernel/money/cents'
import { lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProcessorAccount, ProcessorCharge } from '#prisma/client'
import type { ChargeState } from '../payment-processor.port.ts'
import { lockPayer, postCharge } from '../postings/charge-postings.service.ts'
import { storeMovements } from '../postings/movements.service.ts'
import { columnsOf, hasChanged, parseChargeReference } from './charges.model.ts'
import { chargeKind, type GatewayCharge, WITH_GATEWAY } from './charges.queries.ts'

/** A state of the processor, and when it was requested. */
export interface ReadState<T> {
  state: T
  readAt: number
}

/**
 * Stores the state of a charge with its refunds and movements, posts them to the books, and returns the charge. An older state never replaces a
 * newer one. A charge that was made elsewhere is added.
 */
export const storeCharge = async (
  scope: Scope,
  tx: Transaction,
  account: Pick<ProcessorAccount, 'id'>,
  { state, readAt }: ReadState<ChargeState>,
): Promise<GatewayCharge> => {
  const { tenantId } = scope.db
  // The charge is found by two keys, so two reports of a new one could add it twice.
  await lockSubject(scope, tx, `charge ${state.uid}`)
  const hosted = await findChargeOfAttempt(scope, tx, account, state)
  if (hosted) return hosted
  const chargeId = (await findStored(scope, tx, account, state)) ?? (await addCharge(scope, tx, account, state))
  await lockPayer(scope, tx, chargeId)
  const current = await lockRecord(scope, tx, chargeKind, chargeId, undefined, 'no key update')
  await storeMovements(scope, tx, { tenantId, accountId: account.id, chargeId, payoutUid: null }, state.movements)
  if (readAt < current.readAt) return current
  await storeRefunds(scope, tx, chargeId, state)
  const isChanged = hasChanged(current, state)
  const where = { tenantId, id: chargeId }
  if (isChanged) {
    await tx.processorCharge.updateMany({ where, data: { ...columnsOf(state), token: null, readAt, ...NEXT_VERSION } })
  }
  await postCharge(scope, tx, chargeId, state.movements.find(({ type }) => type === 'Sale')?.occurredAt)
  if (!isChanged) return current
  const saved = await tx.processorCharge.findFirstOrThrow({ where, include: WITH_GATEWAY })
  await recordCharge(scope, tx, saved, 'updated')
  return saved
}

/**
 * Finds the charge with a page for which the processor has declined a means of payment. The declined attempt is not the charge:
 * the payer can try again on the page.
 */
const findChargeOfAttempt = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  account: Pick<ProcessorAccount, 'id'>,
  { uid, status, reference }: ChargeState,
): Promise<GatewayCharge | null> => {
  const id = status === 'failed' ? parseChargeReference(tenantId, reference) : undefined
  if (id === undefined) return null
  const where = { tenantId, id, accountId: account.id, pageExpiresAt: { not: null } }
  const charge = await tx.processorCharge.findFirst({ where, include: WITH_GATEWAY })
  return charge && charge.uid !== uid ? charge : null
}

const findStored = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  account: Pick<ProcessorAccount, 'id'>,
  { uid, reference, cents }: ChargeState,
): Promise<number | undefined> => {
  const known = await tx.processorCharge.findFirst({ where: { tenantId, uid }, select: { id: true } })
  if (known) return known.id
  const id = parseChargeReference(tenantId, reference)
  if (id === undefined) return undefined
  // Another installation on the same account can have made the charge, with a reference that exists here.
  const where = { tenantId, id, accountId: account.id, uid: null, amount: fromCents(cents) }
  return (await tx.processorCharge.findFirst({ where, select: { id: true } }))?.id
}

/** Adds a charge that was made elsewhere on the same account. */
const addCharge = async (
  scope: Scope,
  tx: Transaction,
  account: Pick<ProcessorAccount, 'id'>,
  state: ChargeState,
): Promise<number> => {
  const { cents, currencyCode, createdAt } = state
  const made = await tx.processorCharge.create({
    data: {
      tenantId: scope.db.tenantId,
      accountId: account.id,
      amount: fromCents(cents),
      currencyCode,
      createdAt,
      ...columnsOf(state),
      description: state.description?.slice(0, 500) ?? null,
    },
  })
  await recordCharge(scope, tx, made, 'created')
  return made.id
}

const storeRefunds = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  chargeId: number,
  { refunds }: ChargeState,
): Promise<void> => {
  for (const { uid, key, cents, status, failureMessage, createdAt } of refunds) {
    const stored = { uid, status, failureMessage }
    const where = { tenantId, chargeId, OR: [{ uid }, ...(key === null ? [] : [{ requestKey: key }])] }
    const { count } = await tx.processorRefund.updateMany({ where, data: stored })
    if (count > 0) continue
    await tx.processorRefund.createMany({
      data: [{ tenantId, chargeId, requestKey: key, amount: fromCents(cents), createdAt, ...stored }],
    })
  }
}

/** Writes the history and the event of a charge. */
export const recordCharge = (
  scope: Scope,
  tx: Transaction,
  charge: ProcessorCharge,
  action: ChangeAction,
): Promise<void> => {
  const Amount = charge.amount.toFixed(2)
  const payload = { ChargeId: charge.uid, Status: charge.status, Amount }
  return recordChange(scope, tx, changeOf(chargeKind, charge, action, { payload }))
}
