import { findChargeByRequest } from '#areas/finance/payment-processor/charges/charges.queries'
import { authorizeCharge } from '#areas/finance/payment-processor/charges/charges.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { changeMembershipIn } from '#areas/people/memberships/membership-change.service'
import { membershipEvents } from '#areas/people/memberships/memberships.events'
import { Problem } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { fromCents } from '#kernel/money/cents'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf, todayOf } from '#kernel/time/day'
import type { ProcessorCharge } from '#prisma/client'
import { COLLECT_PART, chargeKeyOf, findNextAttempt } from '../plans.model.ts'
import { type Collection, collectionSql, runningCollectionsSql, startCollectionsSql } from './collections.sql.ts'
import { reportFailure } from './notices.service.ts'

/** The result of an attempt. */
interface Result {
  status: 'requested' | 'pending' | 'succeeded' | 'failed' | 'skipped'
  chargeId: number | null
  problem: string | null
}

/**
 * Starts an attempt for each part that is due, and requests the jobs of all attempts without a result, in one transaction.
 *
 * @param membershipId only the parts of one membership; null: of all.
 */
export const startCollections = (scope: Scope, membershipId: number | null = null): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await tx.rows(startCollectionsSql({ tenantId, today: todayOf(scope), membershipId }))
    const running = await tx.rows<{ id: number }>(runningCollectionsSql(tenantId, membershipId))
    await enqueueJobs(
      tx,
      running.map(({ id }) => ({
        name: COLLECT_PART,
        payload: { tenantId, collectionId: String(id) },
        key: `${COLLECT_PART}:${tenantId}:${id}`,
      })),
    )
  })

/**
 * Performs an attempt, or continues one that was killed: the key of its charge makes the processor charge once. Then starts
 * an attempt for the next part of the membership if that is due, too.
 *
 * @throws 503 if the processor does not respond: the job is run again.
 */
export const performCollection = async (scope: Scope, tools: ProcessorTools, id: number): Promise<void> => {
  const collection = await findCollection(scope, id)
  if (!collection || !isRunning(collection)) return
  const result = await collect(scope, tools, collection)
  if (result.status === 'requested') return
  await scope.db.transaction((tx) => settle(scope, tx, collection, result))
  if (result.status === 'succeeded') await startCollections(scope, collection.membershipId)
}

const isRunning = ({ status }: Collection): boolean => status === 'requested' || status === 'pending'

const findCollection = async ({ db }: Scope, id: number): Promise<Collection | undefined> =>
  (await db.rows<Collection>(collectionSql(db.tenantId, id)))[0]

const collect = async (scope: Scope, tools: ProcessorTools, collection: Collection): Promise<Result> => {
  const requestKey = chargeKeyOf(collection.id)
  const known = await findChargeByRequest(scope, requestKey)
  if (known && known.status !== 'requested') return resultOf(known)
  if (!known && !collection.isDue) return { status: 'skipped', chargeId: null, problem: 'Nothing was left to collect.' }
  const { gatewayId, contactId, cents, token, invoiceId, partNumber, membershipType } = collection
  try {
    const charge = await authorizeCharge(scope, tools, {
      gatewayId,
      contactId,
      cents,
      token,
      requestKey,
      capturesAtOnce: true,
      description: `${membershipType}: payment ${partNumber}`.slice(0, MAX_DESCRIPTION),
      applications: [{ InvoiceId: invoiceId, Amount: cents / 100 }],
    })
    return resultOf(charge)
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 503) throw error
    // The processor can have carried out a charge that has begun: its own job completes it.
    if (known) return resultOf(known)
    const isChanged = error.status === 409 || error.code === 'overpaid' || error.code === 'not-available'
    return { status: isChanged ? 'skipped' : 'failed', chargeId: null, problem: error.message.slice(0, MAX_PROBLEM) }
  }
}

const MAX_DESCRIPTION = 500
const MAX_PROBLEM = 1000

const resultOf = ({ id, status, failureMessage }: ProcessorCharge): Result => {
  if (status === 'succeeded') return { status, chargeId: id, problem: null }
  if (status === 'failed' || status === 'canceled') {
    return { status: 'failed', chargeId: id, problem: failureMessage ?? 'The payment was not completed.' }
  }
  return { status: status === 'requested' ? 'requested' : 'pending', chargeId: id, problem: null }
}

/**
 * Stores the result of an attempt. A failure is an event of the membership. A means of payment that was refused is also a mail
 * to the contact that is billed; a failure without a charge, such as an inactive gateway, is for staff only.
 */
const settle = async (scope: Scope, tx: Transaction, collection: Collection, result: Result): Promise<void> => {
  const { id, membershipId, invoiceId, attempt, cents, partNumber } = collection
  const { status, chargeId, problem } = result
  const isRefused = status === 'failed' && chargeId !== null
  const nextOn = isRefused ? findNextAttempt(collection.failures + 1, todayOf(scope)) : null
  const store = async (): Promise<boolean> => {
    const { count } = await tx.partCollection.updateMany({
      where: { tenantId: scope.db.tenantId, id, status: { in: ['requested', 'pending'] } },
      data: { status, chargeId, problem, nextOn: nextOn && dateOf(nextOn) },
    })
    return count > 0
  }
  if (status !== 'failed' || collection.isHolderDeleted) return void (await store())
  await changeMembershipIn(scope, tx, membershipId, versionOf(null), async (context) => {
    if (!(await store())) return context.skipChange()
    const payload = { invoiceId, partNumber, attempt, amount: fromCents(cents), nextAttemptDate: nextOn, problem }
    context.addEvent(membershipEvents.paymentFailed, payload, { problem })
    if (isRefused) await reportFailure(scope, tx, collection, { reason: problem ?? '', nextOn })
  })
}
