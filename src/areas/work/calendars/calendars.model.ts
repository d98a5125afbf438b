import type { CalendarItemInput, CalendarOccurrence } from '#contract/work/calendars'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import { threadTask } from '#kernel/threads/thread-task'
import { FEED_CONTEXT } from '#services/auth/feed-secrets'
import type { FeedPart } from './feed/feed.model.ts'
import type { PreparedItem } from './items/items.input.ts'
import type { ItemWithOverrides } from './overrides/overrides.model.ts'

/** The column of the feed addresses, for their encryption with a new secret of the installation. */
export const calendarFeeds: SealedColumn = { table: 'calendar', column: 'feed_sealed', context: () => FEED_CONTEXT }

/** Evaluating a rule takes a tenth of a millisecond for each start, which is too long for the thread of the requests. */
interface OccurrencesInput {
  /** The text of seriesSql. */
  series: string
  /** Of the tenant. */
  timeZone: string
  from: string
  to: string
  /** No more are returned than one more than this. */
  max: number
}

/** Lists the occurrences of items that overlap a span, in no order. */
export const FIND_OCCURRENCES = threadTask<OccurrencesInput, CalendarOccurrence[]>('find-occurrences')

interface ItemInput {
  input: CalendarItemInput
  current: ItemWithOverrides | null
  /** Of the tenant. */
  timeZone: string
}

/** Parses an item and the overrides that its new times keep. */
export const PREPARE_ITEM = threadTask<ItemInput, PreparedItem>('prepare-item')

interface FeedInput {
  /** The text of seriesSql. */
  series: string
  /** Of the tenant. */
  timeZone: string
}

/** Writes the events of items. */
export const WRITE_FEED = threadTask<FeedInput, FeedPart>('write-feed')
