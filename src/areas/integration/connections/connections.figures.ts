import type { Figure } from '#kernel/metrics/figure'

/** The connections of all tenants that have something to send, and those whose receiver refuses messages. */
export const connectionFigures: readonly Figure[] = [
  {
    name: 'connections_waiting',
    help: 'Connections between tenants with contacts or messages that are not delivered yet.',
    read: async (system) => [{ value: await system.connection.count({ where: { hasWork: true } }) }],
  },
  {
    name: 'connections_failed',
    help: 'Connections between tenants whose receiver refuses messages.',
    read: async (system) => [
      { value: await system.connection.count({ where: { status: 'Failed', deletedAt: null } }) },
    ],
  },
]
