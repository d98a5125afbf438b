import type { OutboxEvent } from '#prisma/client'
import { suppressionEvents } from '#services/mail/suppression.events'
import { type Failure, type FailureEvents, type FailureKind, failureKinds } from '#services/tenant-log/failure-kinds'

/** The failures of mails and jobs of the server. */
export const serverFailures = {
  mailFailed: {
    name: 'mailFailed',
    level: 'Error',
    logType: 'Mail',
    entityType: 'mail-message',
    meaning: 'A mail was not sent and is not retried.',
    remedy: 'Correct the address or the template, then send the mail again.',
  },
  addressSuppressed: {
    name: 'addressSuppressed',
    level: 'Warning',
    logType: 'Mail',
    entityType: 'mail-suppression',
    meaning: 'An address receives no more mail because mail to it bounced or its recipient complained.',
    remedy: 'Ask the contact for another address.',
    reportedBy: {
      kinds: [suppressionEvents.created],
      isConditional: true,
      describe: (id, { reason }) => ({
        key: id,
        what:
          reason === 'bounced'
            ? `Mail to the address of the suppression ${id} bounced, so it receives no more.`
            : `The recipient at the address of the suppression ${id} complained about mail, so it receives no more.`,
      }),
    },
  },
  jobGivenUp: {
    name: 'jobGivenUp',
    level: 'Error',
    logType: 'Job',
    entityType: 'job',
    meaning: 'A job of the server failed in all of its attempts.',
    remedy: 'Ask the operator of the server, whose log contains the reason at the number of the job.',
  },
} as const satisfies Record<string, FailureKind>

export type FailureEvent = Pick<OutboxEvent, 'kind' | 'entityId' | 'payload'>

interface Reported extends FailureEvents {
  failure: FailureKind
}

let reported: ReadonlyMap<string, Reported> | undefined

/** Returns the kinds of failures by the kinds of the events that report them. */
const byEvent = (): ReadonlyMap<string, Reported> => {
  reported ??= new Map(failureKinds.entries().flatMap(reportsOf))
  return reported
}

const reportsOf = (failure: FailureKind): [string, Reported][] => {
  const { reportedBy } = failure
  return reportedBy ? reportedBy.kinds.map((event) => [event, { ...reportedBy, failure }]) : []
}

export const listFailureEventKinds = (): readonly string[] => [...byEvent().keys()]

/** Returns whether the payload of an event of a kind decides whether it reports a failure. */
export const isConditional = (kind: string): boolean => byEvent().get(kind)?.isConditional === true

/** Describes the failure that an event reports; undefined for another kind. */
export const failureOf = ({ kind, entityId, payload }: FailureEvent): Failure | undefined => {
  const found = byEvent().get(kind)
  return found && { kind: found.failure, ...found.describe(entityId, { ...(payload as object) }) }
}
