import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import type { Ledger } from '../ledger.port.ts'
import type { Counterparts } from './counterparts.queries.ts'

/** One run of the sync of a tenant. */
export interface SyncRun {
  scope: Scope
  ledger: Ledger
  counterparts: Counterparts
  /** The last closed day; null if none is closed. */
  closedThrough: Day | null
}
