import type { ExternalLogEventInput } from '#contract/integration/logs'
import { badInputs, type FieldFault, forbidden, ruleRefused } from '#kernel/errors/problem'
import { cleanFileName } from '#kernel/http/file-name'
import type { Scope } from '#kernel/tenancy/scope'
import { isVisible } from '#kernel/text/one-line'
import { instantOf } from '#kernel/time/instant'
import { SERVER_SOURCE } from '#services/tenant-log/log-event-texts'
import type { LogEvent } from '#services/tenant-log/log-events'
import { CHANGE_TYPE, isServerSource, startOfLog } from '../tenant-log.model.ts'

/** An accompanying file before it is stored. */
export interface SentFile {
  name: string
  bytes: Buffer
}

/** An event of an external system, with its file if it has one. */
export interface SentEvent {
  event: LogEvent
  file?: SentFile
  /** The pointer of the event in the body: '' for the body itself. */
  pointer: string
}

/** The log type of events that name none. */
const DEFAULT_TYPE = 'External'
/** Clocks of senders may be ahead by this time. */
const MAX_AHEAD_MS = 300_000
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Parses the events of a request.
 *
 * @param pointers of the events. @throws 400, 403 and 422, each with all its faults by pointer.
 */
export const parseEvents = (
  scope: Pick<Scope, 'tenant' | 'clock'>,
  sent: readonly ExternalLogEventInput[],
  pointerOf: (index: number) => string,
): SentEvent[] => {
  const faults = sent.flatMap((event, index) => formFaults(event, pointerOf(index)))
  if (faults.length > 0) throw badInputs(faults)
  requireTenant(scope, sent, pointerOf)
  const events = sent.map((event, index) => parseEvent(event, pointerOf(index)))
  requireTimes(scope, events)
  return events
}

/** @throws 403 for events of another tenant. */
const requireTenant = (
  { tenant }: Pick<Scope, 'tenant'>,
  sent: readonly ExternalLogEventInput[],
  pointerOf: (index: number) => string,
): void => {
  const faults = sent.flatMap(({ TenantKey }, index) =>
    TenantKey && TenantKey !== tenant.key
      ? [
          {
            pointer: `${pointerOf(index)}/TenantKey`,
            message: 'must be the key of the tenant of the request, or absent',
          },
        ]
      : [],
  )
  if (faults.length > 0)
    throw forbidden(
      'An event names another tenant than that of the request. Leave TenantKey out, or send the key of the tenant.',
      'forbidden',
      faults,
    )
}

const formFaults = (
  {
    EventMessage,
    LogTypeName,
    SourceClassTypeName,
    AccompanyingFileName,
    AccompanyingFileContent,
  }: ExternalLogEventInput,
  pointer: string,
): FieldFault[] => {
  const faults: FieldFault[] = []
  const add = (field: string, message: string) => faults.push({ pointer: `${pointer}/${field}`, message })
  if (!isVisible(EventMessage)) add('EventMessage', 'is required and must not be empty')
  if (LogTypeName?.trim().toLowerCase() === CHANGE_TYPE.toLowerCase())
    add('LogTypeName', `must not be ${CHANGE_TYPE}, which is the history of records`)
  if (isServerSource(SourceClassTypeName))
    add('SourceClassTypeName', `must not be ${SERVER_SOURCE}, which is the source of failures of the server`)
  if (AccompanyingFileName && !AccompanyingFileContent)
    add('AccompanyingFileContent', 'is required with AccompanyingFileName, and must not be empty')
  if (AccompanyingFileContent) {
    if (!BASE64.test(AccompanyingFileContent)) add('AccompanyingFileContent', 'must be base64')
    if (cleanFileName(AccompanyingFileName ?? '') === '') add('AccompanyingFileName', 'is required with a file')
  }
  return faults
}

const parseEvent = (sent: ExternalLogEventInput, pointer: string): SentEvent => {
  const { AccompanyingFileName, AccompanyingFileContent, CreatedDate, Tags } = sent
  const event: LogEvent = {
    level: sent.Severity ?? 'Information',
    logType: sent.LogTypeName?.trim() || DEFAULT_TYPE,
    message: (sent.EventMessage ?? '').trim(),
    entityType: sent.EntityPrimaryType?.trim() || null,
    entityKey: sent.EntityPrimaryKey?.trim() || null,
    source: sent.SourceClassTypeName?.trim() || null,
    destination: sent.Destination?.trim() || null,
    alternateName: sent.AlternateName?.trim() || null,
    sourceType: sent.SourceType?.trim() || null,
    tags: (Tags ?? '').split(',').flatMap((tag) => tag.trim() || []),
    details: sent.DeeperDetails || null,
    ...(CreatedDate && { occurredAt: instantOf(CreatedDate) }),
  }
  if (!AccompanyingFileContent) return { event, pointer }
  const file = { name: AccompanyingFileName ?? '', bytes: Buffer.from(AccompanyingFileContent, 'base64') }
  return { event, pointer, file }
}

/** @throws 422 `event-time`. */
const requireTimes = ({ tenant, clock }: Pick<Scope, 'tenant' | 'clock'>, events: readonly SentEvent[]): void => {
  const now = clock.now()
  const first = startOfLog(now, tenant.logRetentionMonths).getTime()
  const last = now.getTime() + MAX_AHEAD_MS
  const faults = events.flatMap(({ event: { occurredAt }, pointer }) => {
    const at = occurredAt?.getTime() ?? first
    if (at >= first && at <= last) return []
    const message = at > last ? 'must not be in the future' : 'must be within the months that the log keeps'
    return [{ pointer: `${pointer}/CreatedDate`, message }]
  })
  if (faults.length > 0) throw ruleRefused('event-time', 'The log does not accept the time of an event.', faults)
}
