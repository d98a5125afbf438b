import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { type LogLevel, MAX_CHARACTERS, numberOfLevel, searchVector } from './log-event-texts.ts'
import { type EventRow, insertEventsSql } from './log-events-sql.ts'

export interface LogEvent {
  level: LogLevel
  /** The type under which lists show it: "Exchange", "AssociationSync". */
  logType: string
  /** What happened, in a sentence. */
  message: string
  /** What entityKey refers to: "contact", "connection". */
  entityType?: string | null
  entityKey?: string | null
  /** The part of the service or external system that reports it. */
  source?: string | null
  /** The system that it was meant for. */
  destination?: string | null
  tags?: readonly string[]
  /** Text or JSON text, which only the details of the event show. Never a secret. */
  details?: string | null
  /** Now if absent. */
  occurredAt?: Date
  alternateName?: string | null
  sourceType?: string | null
  /** A file that the event owns. */
  fileId?: number | null
}

/** What writing to the log needs; a Scope and that of a job have it. */
export interface LogWriter extends Pick<Scope, 'clock'> {
  db: { readonly tenantId: number }
}

/**
 * Adds events to the tenant's log, in the transaction of the change that they report, by one statement. Cuts texts that are
 * too long and removes characters that PostgreSQL cannot store, so that the log never fails the change.
 */
export const addLogEvents = async (
  { db: { tenantId }, clock }: LogWriter,
  tx: SqlRunner,
  events: readonly LogEvent[],
): Promise<void> => {
  if (events.length === 0) return
  await tx.rows(insertEventsSql(tenantId, makeEventRows(tenantId, events, clock.now())))
}

/** Returns the events as a statement gets them. @param now the time of events without one. */
export const makeEventRows = (tenantId: number, events: readonly LogEvent[], now: Date): EventRow[] =>
  events.map((event) => eventRow(tenantId, event, now))

const eventRow = (tenantId: number, event: LogEvent, now: Date): EventRow => {
  const message = storable(event.message, MAX_CHARACTERS.message)
  const source = optional(event.source, MAX_CHARACTERS.source)
  const tags = cutTags(event.tags ?? [])
  const details = optional(event.details, MAX_CHARACTERS.details)
  const alternateName = optional(event.alternateName, MAX_CHARACTERS.alternateName)
  return {
    at: (event.occurredAt ?? now).toISOString(),
    level: numberOfLevel(event.level),
    type: storable(event.logType, MAX_CHARACTERS.logType),
    message,
    entity: optional(event.entityType, MAX_CHARACTERS.entityType),
    key: optional(event.entityKey, MAX_CHARACTERS.entityKey),
    source,
    destination: optional(event.destination, MAX_CHARACTERS.destination),
    name: alternateName,
    kind: optional(event.sourceType, MAX_CHARACTERS.sourceType),
    tags,
    details,
    file: event.fileId ?? null,
    words: searchVector(tenantId, { message, source, alternateName, tags, details }),
  }
}

/** Returns the tags that fit together into the documented text. */
const cutTags = (tags: readonly string[]): string[] => {
  let room: number = MAX_CHARACTERS.tags
  return tags.flatMap((tag) => {
    const text = storable(tag, room)
    room = Math.max(0, room - text.length - 1)
    return text === '' ? [] : [text]
  })
}

const optional = (text: string | null | undefined, max: number): string | null => storable(text ?? '', max) || null

const storable = (text: string, max: number): string => {
  const cut = text.length > max ? text.slice(0, max) : text
  return cut.includes('\0') || !cut.isWellFormed() ? cut.replaceAll('\0', '').toWellFormed() : cut
}
