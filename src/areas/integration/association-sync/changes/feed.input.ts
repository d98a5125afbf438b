import { badInput, ruleRefused } from '#kernel/errors/problem'
import type { Clock } from '#kernel/time/clock'
import { instantOf } from '#kernel/time/instant'
import { isDate } from '#kernel/time/written-date'
import { parseOrigin } from '../transactions/transactions.input.ts'

export const DAYS_KEPT = 90
const DAY_MS = 86_400_000

/** A position in the feed: after the change with this time and id. */
export interface FeedPosition {
  since: Date
  /** As digits. */
  afterId: string
  /** The text of the position. */
  cursor: string
}

const CURSOR = /^(\S+)~(\d{1,18})$/

/**
 * Parses an instant in UTC, or a cursor. One in the future means now, so that a client whose clock is ahead gets the changes.
 *
 * @throws 400; 422 too-old.
 */
export const parsePosition = (text: string, clock: Clock): FeedPosition => {
  const [, time = text, afterId = '0'] = CURSOR.exec(text.trim()) ?? []
  if (!isDate(time)) throw badInput('path:utcdatetime', 'must be an instant in UTC, or the Cursor of a response')
  const since = instantOf(time)
  if (since.getTime() < clock.now().getTime() - DAYS_KEPT * DAY_MS)
    throw ruleRefused(
      'too-old',
      `Changes are kept for ${DAYS_KEPT} days. Read the contacts one by one, and then the changes since now.`,
    )
  const now = clock.now()
  return since > now ? { since: now, afterId: '0', cursor: now.toISOString() } : { since, afterId, cursor: text }
}

/** Parses the side of the sync whose changes are left out; null: all but those made here. @throws 400. */
export const parseExcluded = (text: string | undefined): string | null => {
  if (text === undefined) return null
  const origin = parseOrigin(text)
  if (origin === null) throw badInput('query:origin', 'must be national, or the code of a state')
  return origin
}
