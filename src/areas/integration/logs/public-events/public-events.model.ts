import type { PublicLogEventInput } from '#contract/integration/logs'
import { instantOf } from '#kernel/time/instant'
import type { LogEvent } from '#services/tenant-log/log-events'
import { BROWSER_TYPE, isServerSource } from '../tenant-log.model.ts'

const MAX = { message: 2000, url: 2000, stack: 8000, component: 100, agent: 300 } as const
/** The clock of a browser can be wrong by more: then the time of the request counts. */
const MAX_AGE_MS = 86_400_000

/** Control characters, and characters that change the direction of text and so could disguise it. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const CONTROLS_BUT_LINES = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
/** Queries and fragments of addresses, and user names and passwords in them. */
const AFTER_PATH = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s?#'"<>)]{0,2048})[?#][^\s'"<>):]*/gi
const USER_PART = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@'"<>]{1,300}@/gi

/**
 * Returns the event of a web page: without control characters, without what addresses can contain of secrets, each text
 * cut.
 *
 * @param agent the header User-Agent.
 */
export const makePublicEvent = (
  { Level, Message, Url, Stack, Component, OccurredDate }: PublicLogEventInput,
  agent: string | undefined,
  now: Date,
): LogEvent => {
  const url = clean(withoutQuery(Url ?? ''), MAX.url)
  const details = [
    url && `Page: ${url}`,
    agent && `Browser: ${clean(agent, MAX.agent)}`,
    cleanLines(Stack ?? '', MAX.stack),
  ]
  const part = clean(Component ?? '', MAX.component)
  return {
    level: Level ?? 'Error',
    logType: BROWSER_TYPE,
    message: clean(Message, MAX.message) || '(empty)',
    source: isServerSource(part) ? BROWSER_TYPE : part || BROWSER_TYPE,
    sourceType: BROWSER_TYPE,
    details: details.filter(Boolean).join('\n'),
    occurredAt: timeOf(OccurredDate, now),
  }
}

const clean = (text: string, max: number): string =>
  withoutSecrets(text.replace(CONTROLS, ' ')).replace(/ +/g, ' ').trim().slice(0, max)

const cleanLines = (text: string, max: number): string =>
  withoutSecrets(text.replace(/\r\n?/g, '\n').replace(CONTROLS_BUT_LINES, ' ')).trim().slice(0, max)

const withoutSecrets = (text: string): string => text.replace(AFTER_PATH, '$1').replace(USER_PART, '$1')

/** Removes the query of an address. Pages also send addresses without a scheme. */
const withoutQuery = (url: string): string => url.split(/[?#]/)[0] ?? ''

const timeOf = (sent: string | null | undefined, now: Date): Date => {
  const at = sent ? instantOf(sent) : now
  const age = now.getTime() - at.getTime()
  return age >= 0 && age <= MAX_AGE_MS ? at : now
}
