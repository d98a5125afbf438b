import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { countFailedSql, countWaitingSql } from './connections.sql.ts'

/** The connections of all tenants that have something to send, and those whose receiver refuses messages. */
export const connectionFigures: readonly Figure[] = [
  {
    name: 'connections_waiting',
    help: 'Connections between tenants with contacts or messages that are not delivered yet.',
    read: (system) => withRows(system).rows<{ value: number }>(countWaitingSql),
  },
  {
    name: 'connections_failed',
    help: 'Connections between tenants whose receiver refuses messages.',
    read: (system) => withRows(system).rows<{ value: number }>(countFailedSql),
  },
]
