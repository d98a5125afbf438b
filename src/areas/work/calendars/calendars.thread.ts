import { Temporal } from 'temporal-polyfill'
import { performer } from '#kernel/threads/thread-task'
import { FIND_OCCURRENCES, PREPARE_ITEM, WRITE_FEED } from './calendars.model.ts'
import { presentFeedPart } from './feed/feed.model.ts'
import { prepareItem } from './items/items.input.ts'
import { presentOccurrence } from './occurrences/occurrences.presenter.ts'
import { type ItemOccurrence, listItemOccurrences, readSeries } from './overrides/overrides.model.ts'

export const calendarTasks = [
  performer(FIND_OCCURRENCES, ({ series, timeZone, from, to, max }) => {
    const first = Temporal.Instant.from(from)
    const last = Temporal.Instant.from(to)
    const found: ItemOccurrence[] = []
    for (const item of readSeries(series)) {
      found.push(...listItemOccurrences(item, timeZone, first, last))
      if (found.length > max) break
    }
    return found.slice(0, max + 1).map(presentOccurrence)
  }),
  performer(PREPARE_ITEM, ({ input, current, timeZone }) => prepareItem(input, current, timeZone)),
  performer(WRITE_FEED, ({ series, timeZone }) => presentFeedPart(readSeries(series), timeZone)),
]
