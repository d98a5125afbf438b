import type { OutboxEvent } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'
import type { Scope } from '../tenancy/scope.ts'
import type { Transaction } from '../tenancy/tenant-db.ts'

export interface RelayedEvent {
  tenantId: number
  id: number
  kind: string
  /** The span of the change; null without traces. */
  traceparent?: string | null
}

/** An area's reaction to events. */
export interface Subscriber {
  /** Must not change: receipts are stored under it. */
  readonly name: string
  /** Exact kinds, `contact.*`, or `*`. */
  readonly kinds: readonly string[]
  /**
   * Returns those of the matching events that need a job; without it, every matching event gets one. The relay calls it
   * in its transaction, with events of all tenants, whose ids are unique only with their tenant.
   */
  filter?(runner: SqlRunner, events: readonly RelayedEvent[]): Promise<readonly RelayedEvent[]>
  /**
   * Handles a matching event. It can be called more than once, but its changes through `tx` take effect exactly once,
   * because they commit together with the receipt. Enqueue a job in `tx` for effects outside the database (mail, calls).
   */
  handle(scope: Scope, tx: Transaction, event: OutboxEvent): Promise<void>
}

/** Returns whether a pattern covers a kind: `*`, `contact.*` or the kind itself. */
export const covers = (pattern: string, kind: string): boolean =>
  pattern === '*' || pattern === kind || (pattern.endsWith('.*') && kind.startsWith(pattern.slice(0, -1)))
