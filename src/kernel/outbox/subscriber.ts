import type { OutboxEvent } from '#prisma/client'
import type { Scope } from '../tenancy/scope.ts'
import type { Transaction } from '../tenancy/tenant-db.ts'

/** An event on its way to subscribers. */
export interface RelayedEvent {
  tenant_id: number
  id: bigint
  kind: string
}

/** Somebody who reacts to events. */
export interface Subscriber {
  /** Stable: receipts are kept under it. */
  readonly name: string
  /** Exact kinds, `contact.*`, or `*`. */
  readonly kinds: readonly string[]
  /**
   * Of many events that match, those that anybody in their tenants waits for; all of them where this is not said. Asked
   * by the relay, in its transaction, over all tenants: for what it leaves out there is no job.
   */
  among?(tx: Pick<Transaction, '$queryRaw'>, events: readonly RelayedEvent[]): Promise<ReadonlySet<bigint>>
  /**
   * Called with each matching event at least once; its effects through `tx` stand exactly once, since they commit
   * together with the receipt. What leaves the database (mail, calls) is enqueued as a job in the same transaction.
   */
  handle(scope: Scope, tx: Transaction, event: OutboxEvent): Promise<void>
}

/** Whether a pattern covers a kind: `*`, `contact.*` or the kind itself. */
export const covers = (pattern: string, kind: string): boolean =>
  pattern === '*' || pattern === kind || (pattern.endsWith('.*') && kind.startsWith(pattern.slice(0, -1)))
