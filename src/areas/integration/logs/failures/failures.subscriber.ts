import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import { FAILED_VALUES } from '#services/tenant-log/failure-kinds'
import { addFailures } from '#services/tenant-log/failures'
import { failureOf, isConditional, listFailureEventKinds } from './failures.model.ts'
import { failedEventsSql } from './failures.sql.ts'

/** Writes the failures that events report to the log of their tenant. */
export const failureEvents: Subscriber = {
  name: 'tenant-log',
  get kinds() {
    return listFailureEventKinds()
  },
  filter: async (runner, events) => {
    const certain = events.filter(({ kind }) => !isConditional(kind))
    const others = events.filter(({ kind }) => isConditional(kind))
    if (others.length === 0) return certain
    return [...certain, ...(await runner.rows<RelayedEvent>(failedEventsSql(others, FAILED_VALUES)))]
  },
  handle: async (scope, tx, event) => {
    const failure = failureOf(event)
    if (failure) await addFailures(scope, tx, [failure])
  },
}
