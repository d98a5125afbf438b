import type { Prisma } from '#prisma/client'
import { actorName, type Scope } from '../tenancy/scope.ts'
import type { Transaction } from '../tenancy/tenant-db.ts'

export interface Change {
  /** The table's model in the product's words: "contact", "signature". */
  entity: string
  entityId: number
  /** The version that this change made. */
  auditId: number
  action: 'created' | 'updated' | 'deleted' | 'restored' | 'merged'
  /** What changed, by field; never a secret. */
  changes?: Prisma.InputJsonValue
  /** The event for those who subscribe; absent where nobody outside the area may care. */
  event?: { kind: string; payload?: Prisma.InputJsonObject; origin?: string }
}

/**
 * Writes the history of a change and its event, in the transaction of the change: no event without a commit, no
 * commit without its event. Settles the request's Idempotency-Key as well, so that a crash cannot repeat the change.
 */
export const recordChange = async (scope: Scope, tx: Transaction, change: Change): Promise<void> => {
  const actor = actorName(scope.actor)
  const { tenantId } = scope.db
  const { entity, entityId, auditId } = change
  const written: Prisma.PrismaPromise<unknown>[] = [
    tx.auditEntry.createMany({
      data: {
        tenantId,
        entity,
        entityId,
        auditId,
        action: change.action,
        actor,
        requestId: scope.requestId,
        at: scope.clock.now(),
        ...(change.changes !== undefined && { changes: change.changes }),
      },
    }),
  ]
  if (change.event) {
    const { kind, payload, origin } = change.event
    written.push(
      tx.outboxEvent.createMany({
        data: {
          tenantId,
          kind,
          entity,
          entityId,
          auditId,
          actor,
          payload: payload ?? {},
          occurredAt: scope.clock.now(),
          ...(origin && { origin }),
        },
      }),
    )
  }
  if (scope.idempotency) {
    written.push(
      tx.idempotencyKey.updateMany({
        where: { tenantId, ...scope.idempotency, state: 'running' },
        data: { state: 'committed' },
      }),
    )
  }
  await Promise.all(written)
}
