import type { Prisma } from '#prisma/client'
import type { Actor, Scope } from '../tenancy/scope.ts'
import type { ChangeAction, KindFacts } from './record-kind.ts'

export interface Change {
  /** The entity of the record's kind: "contact", "signature". */
  entity: string
  entityId: number
  /** The version that this change made. */
  auditId: number
  action: ChangeAction
  /** What the history lists in addition to the columns of the row, or instead of them without a table; never a secret. */
  changes?: Prisma.InputJsonValue
  /** The event for subscribers; absent if the change is visible only inside the area. */
  event?: { kind: string; payload?: Prisma.InputJsonObject; origin?: string }
  /** Its row, whose columns are compared with those of the row that was locked. */
  row?: Pick<KindFacts, 'table' | 'columns'> & { id: number }
}

/** Who makes a change, where and when, for its history; a Scope has it. */
export interface Recorder extends Pick<Scope, 'clock' | 'requestId' | 'idempotency'> {
  actor: Pick<Actor, 'kind' | 'id'>
  db: { readonly tenantId: number }
}
