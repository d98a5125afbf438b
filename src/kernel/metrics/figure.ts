import type { PrismaClient } from '#prisma/client'

/** A figure about the whole installation, read from the database whenever the metrics are asked for. */
export interface Figure {
  /** As Prometheus spells it. */
  name: string
  help: string
  /** The one label that parts its values; none where there is one value alone. */
  label?: string
  /** Reads its values, each under what the label says of it. */
  read(system: PrismaClient): Promise<{ of?: string; value: number }[]>
}

/** Events that wait for a relay. */
export const outboxFigure: Figure = {
  name: 'outbox_events_waiting',
  help: 'Events that no relay has taken yet.',
  read: (system) =>
    system.$queryRaw<{ value: number }[]>`select count(*)::int as value from outbox_event where dispatched_at is null`,
}
