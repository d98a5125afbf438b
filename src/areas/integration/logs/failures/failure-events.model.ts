import type { OutboxEvent } from '#prisma/client'
import { type Failure, type FailureEvents, type FailureKind, failureKinds } from '#services/tenant-log/failure-kinds'

/** The event of a failure, as it describes it. */
export type FailureEvent = Pick<OutboxEvent, 'kind' | 'entityId' | 'payload'>

interface Reported extends FailureEvents {
  failure: FailureKind
}

let reported: ReadonlyMap<string, Reported> | undefined

/** The kinds of failures by the kinds of the events that report them. */
const byEvent = (): ReadonlyMap<string, Reported> => {
  reported ??= new Map(failureKinds.entries().flatMap(reportsOf))
  return reported
}

const reportsOf = (failure: FailureKind): [string, Reported][] => {
  const { reportedBy } = failure
  return reportedBy ? reportedBy.kinds.map((event) => [event, { ...reportedBy, failure }]) : []
}

/** Lists the kinds of events that report failures. */
export const listFailureEventKinds = (): readonly string[] => [...byEvent().keys()]

/** Whether the payload of an event of a kind decides whether it reports a failure. */
export const isConditional = (kind: string): boolean => byEvent().get(kind)?.isConditional === true

/** Describes the failure that an event reports; undefined for another kind. */
export const failureOf = ({ kind, entityId, payload }: FailureEvent): Failure | undefined => {
  const found = byEvent().get(kind)
  return found && { kind: found.failure, ...found.describe(entityId, { ...(payload as object) }) }
}
