import { Prisma } from '#prisma/client'
import { type Actor, actorName, type Scope } from '../tenancy/scope.ts'
import type { Transaction } from '../tenancy/tenant-db.ts'
import { getTraceparent } from '../tracing/tracing.ts'
import type { ChangeAction, RecordKind, VersionedRecord } from './record-kind.ts'
import { settledKey } from './settled-key-sql.ts'

export interface Change {
  /** The entity of the record's kind: "contact", "signature". */
  entity: string
  entityId: number
  /** The version that this change made. */
  auditId: number
  action: ChangeAction
  /** The changed fields, for the history; never a secret. */
  changes?: Prisma.InputJsonValue
  /** The event for subscribers; absent if the change is visible only inside the area. */
  event?: { kind: string; payload?: Prisma.InputJsonObject; origin?: string }
}

/** Who makes a change, where and when, for its history; a Scope has it. */
export interface Recorder extends Pick<Scope, 'clock' | 'requestId' | 'idempotency'> {
  actor: Pick<Actor, 'kind' | 'id'>
  db: { readonly tenantId: number }
}

export interface ChangeDetails {
  /** The changed fields, for the history; never a secret. */
  changes?: Prisma.InputJsonValue
  payload?: Prisma.InputJsonObject
  /** The kind of the event if it is not that of the action; null emits none. */
  eventKind?: string | null
}

/** Describes a change of a record, with the version that the record has after it and the event of its kind. */
export const changeOf = (
  { entity, events }: Pick<RecordKind<never>, 'entity' | 'events'>,
  { id, auditId }: VersionedRecord,
  action: ChangeAction,
  { changes, payload, eventKind = events?.[action] }: ChangeDetails = {},
): Change => ({
  entity,
  entityId: id,
  auditId,
  action,
  ...(changes !== undefined && { changes }),
  ...(eventKind && { event: { kind: eventKind, ...(payload && { payload }) } }),
})

/**
 * Writes the history of a change and its event, in the transaction of the change: no event without a commit, no
 * commit without its event. Also marks the request's Idempotency-Key as committed, so that a crash cannot repeat the
 * change.
 */
export const recordChange = async (scope: Recorder, tx: Transaction, change: Change): Promise<void> => {
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
          traceparent: getTraceparent(),
          ...(origin && { origin }),
        },
      }),
    )
  }
  const key = scope.idempotency
  const settled = key && tx.rows(Prisma.sql`SELECT ${settledKey({ tenantId, ...key })} AS settled`)
  await Promise.all([...written, settled])
}
