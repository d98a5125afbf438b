import { SERVER_SOURCE } from '#services/tenant-log/log-event-texts'

/** Returns whether a source reads like that of the server. */
export const isServerSource = (source: string | null | undefined): boolean =>
  source?.trim().toLowerCase() === SERVER_SOURCE.toLowerCase()

/**
 * Returns the first month of events that a tenant keeps, as an instant: its number of months before the current one, in
 * UTC.
 */
export const startOfLog = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))

/** The kind of events as owners of files. */
export const LOG_EVENT = 'logevent'

/** The log type of the history of records. */
export const CHANGE_TYPE = 'Change'

/** The log type of errors of web pages. */
export const BROWSER_TYPE = 'Browser'
