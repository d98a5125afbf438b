import { calendarKind } from '#areas/work/calendars/calendars.queries'
import { writeCombinedFeed } from '#areas/work/calendars/feed/feed.queries'
import { lockRows } from '#kernel/records/lock'
import { type NativeApp, NativeFault } from '../native-app.port.ts'
import { type Schedule, scheduleProperties } from './schedule.model.ts'

type FeedValues = Schedule & {
  Name: string
  CalendarIds: number[]
}

/** Characters of a feed that is stored and served. */
const MAX_CHARACTERS = 5_000_000

/** Publishes several calendars at one secret address. A run replaces the text of the feed. */
export const calendarFeed: NativeApp<FeedValues> = {
  id: 'calendar-feed',
  name: 'Calendar feed',
  description: 'Publishes several calendars as one feed, at an address for calendar programs and websites.',
  connector: null,
  formSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['CalendarIds'],
    properties: {
      CalendarIds: {
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        title: 'Calendars',
        description: 'Ids of the calendars.',
      },
      Name: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        pattern: '\\S',
        title: 'Name',
        description: 'Name of the feed in calendar programs.',
        default: 'Calendar',
      },
      ...scheduleProperties,
    },
  },
  hasFeed: true,
  isScheduled: true,
  eventPatterns: () => ['calendar.*', 'calendaritem.*'],
  scopesOf: () => ['calendars:read'],
  lockUsed: async (scope, tx, { CalendarIds }) => {
    const known = new Set(await lockRows(scope, tx, calendarKind, CalendarIds, 'key share'))
    return CalendarIds.flatMap((id, at) =>
      known.has(id) ? [] : [{ pointer: `/CalendarIds/${at}`, message: 'does not reference an existing calendar' }],
    )
  },
  run: async (run) => {
    const { scope, values, integrationId } = run
    const { text, calendars } = await writeCombinedFeed(scope, values.CalendarIds, values.Name)
    if (text.length > MAX_CHARACTERS) throw new NativeFault('The calendars are too large for a feed.')
    await run.progress(calendars, calendars)
    const { tenantId, prisma } = scope.db
    const data = { text, name: values.Name }
    const { count } = await prisma.nativeFeed.updateMany({ where: { tenantId, integrationId }, data })
    if (count === 0) throw new NativeFault('The feed has no address. Save the configuration to get a new one.')
    return calendars === 1 ? '1 calendar was published.' : `${calendars} calendars were published.`
  },
}
