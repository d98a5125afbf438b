import type { Area } from '#areas/area'
import { tenantFinders } from '#areas/people/chapters/references.queries'
import type { Figure } from '#kernel/metrics/figure'
import { changes } from '#kernel/outbox/event-kind'
import { getRecord } from '#kernel/records/read'
import { presented } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { withRows } from '#kernel/tenancy/tenant-db'
import { channelKeys } from './channel/channel.model.ts'
import { connectionEvents, exchangeEvents } from './connections.events.ts'
import { connectionDays, connectionRounds, connectionTasks, copyTasks } from './connections.job.ts'
import { presentConnection } from './connections.presenter.ts'
import { connectionKind, findTargetNames } from './connections.queries.ts'
import { connections } from './connections.routes.ts'
import { countFailedSql, countWaitingSql } from './connections.sql.ts'
import { connectionUses } from './connections.uses.ts'
import { presentExchange } from './exchanges/exchanges.presenter.ts'
import { exchangeKind, isKnownTenant } from './exchanges/exchanges.queries.ts'
import { counterpartChanges } from './gaps/counterparts.subscriber.ts'
import { contactChanges } from './outgoing/changes.subscriber.ts'

/** The connections of all tenants that have something to send, and those whose receiver refuses messages. */
const connectionFigures: readonly Figure[] = [
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

export const connectionsArea: Area = {
  routes: [connections],
  events: [
    ...changes('connections', 'Connection with another tenant', connectionEvents),
    ...changes('connections', 'Exchange', exchangeEvents),
  ],
  shapes: {
    connection: presented('connections:read', async (scope, id) => {
      const connection = await getRecord(scope, connectionKind, id)
      return presentConnection(scope, connection, await findTargetNames(scope, connection))
    }),
    exchange: presented('connections:read', async (scope, id) =>
      presentExchange(await getRecord(scope, exchangeKind, id)),
    ),
  },
  uses: connectionUses,
  sealed: channelKeys,
  subscribers: [contactChanges, counterpartChanges],
  tasks: copyTasks,
  outsideTasks: connectionTasks,
  cron: [connectionRounds],
  days: [connectionDays],
  figures: connectionFigures,
  additions: [addTo(tenantFinders, isKnownTenant)],
}
