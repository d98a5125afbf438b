import { register } from '#kernel/registers/register'
import type { LogLevel } from './log-event-texts.ts'

/** A kind of failure of background work, and how the log shows it. */
export interface FailureKind {
  /** The tag of its events in the log: "mailFailed". */
  name: string
  level: LogLevel
  logType: string
  /** What EntityPrimaryKey refers to; null if the failure concerns no record, or records of several kinds. */
  entityType: string | null
  /** What has happened, for the table of the guide. */
  meaning: string
  /** What staff does about it. Ends the message. */
  remedy: string
  /** The events that report it; absent if the work itself adds it to the log. */
  reportedBy?: FailureEvents
}

/** Events of the outbox that report a failure. A subscriber adds it to the log. */
export interface FailureEvents {
  /** The exact kinds. */
  kinds: readonly string[]
  /** True: only those report a failure whose payload has one of FAILED_VALUES. */
  isConditional?: boolean
  /** Describes the failure. @param id that of the record of the event. */
  describe: (id: number, payload: Readonly<Record<string, unknown>>) => Omit<Failure, 'kind'>
}

/** A failure of background work. */
export interface Failure {
  kind: FailureKind
  /** The record that it concerns; null for none. */
  key: string | number | bigint | null
  /** The kind of the record, if it is not that of the kind of failure. */
  entityType?: string
  /** What has happened and why, in sentences, without personal data. Mail addresses are removed. */
  what: string
  /** Ids and other values that help to find the cause. Never a secret, nor personal data. */
  details?: Readonly<Record<string, unknown>>
}

/** The values of Status or reason, in payloads of conditional events, that report a failure. */
export const FAILED_VALUES = ['failed', 'Failed', 'bounced', 'complained'] as const

/**
 * The failures of background work that staff finds in the log of its tenant. The table in docs/integrators.md shows them. Each
 * area adds its own.
 */
export const failureKinds = register<FailureKind>('kinds of failures')

/** Returns a text without the mail addresses in it: callers that read the log may not read contacts. */
export const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '(address)')

/** Returns a reason as a sentence of its own. */
export const sentence = (reason: unknown): string => {
  const text = typeof reason === 'string' ? reason.trim() : ''
  if (text === '') return 'The reason is not known.'
  return /[.!?]$/.test(text) ? text : `${text}.`
}
