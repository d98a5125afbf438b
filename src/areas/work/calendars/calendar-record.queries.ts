import type { Scope } from '#kernel/tenancy/scope'
import { presentCalendar } from './calendar-record.presenter.ts'
import { getCalendar } from './calendars.queries.ts'

/**
 * A calendar as documented, as JSON text, for whoever may read calendars: without the address of its feed, which is a key
 * that those alone know who may change calendars. 404 where there is none.
 */
export const readCalendarRecord = async (scope: Scope, id: number): Promise<string> =>
  JSON.stringify(presentCalendar(await getCalendar(scope, id), { address: null, host: null }))
