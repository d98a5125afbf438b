import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import { CONDITIONAL_KINDS, FAILED_VALUES, FAILURE_EVENT_KINDS, failureOf } from './failure-events.model.ts'
import { addFailures } from './failures.service.ts'
import { failedEventsSql } from './failures.sql.ts'

/** Writes the failures that events report to the log of their tenant. */
export const failureEvents: Subscriber = {
  name: 'tenant-log',
  kinds: FAILURE_EVENT_KINDS,
  filter: async (runner, events) => {
    const certain = events.filter(({ kind }) => !CONDITIONAL_KINDS.has(kind))
    const others = events.filter(({ kind }) => CONDITIONAL_KINDS.has(kind))
    if (others.length === 0) return certain
    return [...certain, ...(await runner.rows<RelayedEvent>(failedEventsSql(others, FAILED_VALUES)))]
  },
  handle: async (scope, tx, event) => {
    const failure = failureOf(event)
    if (failure) await addFailures(scope, tx, [failure])
  },
}
