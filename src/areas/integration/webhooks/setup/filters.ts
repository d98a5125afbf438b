import { eventKinds } from '#areas/event-kinds'
import { ruleRefused } from '#kernel/errors/problem'
import { covers } from '#kernel/outbox/subscriber'
import type { Scope } from '#kernel/tenancy/scope'
import { assertMayRead } from '../records/record-access.queries.ts'

/** The exact names that some filters take, in the order of the lookup. */
export const kindsOf = (filters: readonly string[]): string[] =>
  eventKinds.map(({ kind }) => kind).filter((kind) => filters.some((pattern) => covers(pattern, kind)))

/** Refuses filters that take no event, each by its place. */
export const assertEvents = (filters: readonly string[]): void => {
  const errors = filters.flatMap((filter, at) =>
    kindsOf([filter]).length > 0 ? [] : [{ pointer: `/WebHookFilters/${at}`, message: `"${filter}" names no event` }],
  )
  if (errors.length > 0) throw ruleRefused('unknown-event', 'A filter names no event.', errors)
}

/** The full style tells of records: nobody has more sent than he could read himself. */
export const assertMayTell = (
  scope: Scope,
  { payloadStyle, filters }: { payloadStyle: string; filters: readonly string[] },
): void => {
  if (payloadStyle === 'full') assertMayRead(scope, kindsOf(filters))
}
