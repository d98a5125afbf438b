import type { PrismaClient } from '#prisma/client'

/** A metric of the whole installation, read from the database whenever the metrics are requested. */
export interface Figure {
  /** The name in Prometheus. */
  name: string
  help: string
  /** The label of its values; absent if it has one value. */
  label?: string
  /** Reads its values, each with the value of its label. */
  read(system: PrismaClient): Promise<{ of?: string; value: number }[]>
}

/** The number of events that wait for a relay. */
export const outboxFigure: Figure = {
  name: 'outbox_events_waiting',
  help: 'Events that no relay has taken yet.',
  read: (system) =>
    system.$queryRaw<{ value: number }[]>`SELECT count(*)::int AS value FROM outbox_event WHERE dispatched_at IS NULL`,
}
