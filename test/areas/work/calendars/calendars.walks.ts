import {
  document,
  list,
  type OfferedIds,
  type OfferedKind,
  type OfferedRecord,
} from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { PART, UNREFERENCED } from '#test/support/walks/deletions'
import { REPLACED } from '#test/support/walks/growing'
import { byName, bySave, dayOf, type Listed, SECOND } from '#test/support/walks/lists/listed'
import { type Body, saved } from '#test/support/walks/recipes'
import { group } from '#test/support/walks/shared-records'
import type { UsedRecords } from '#test/support/walks/used-records'
import { fill, type World } from '#test/support/walks/world'

const submissionUrl = ({ id }: OfferedIds) => `/api/calendars/submissions/${id}`

const submission = async (world: World): Promise<OfferedRecord> => ({
  ids: { id: Number((await world.idsFor('/:submissionid')).get('submissionid')) },
})

const decided =
  (way: 'approve' | 'decline') =>
  async (world: World): Promise<OfferedRecord> => {
    const { ids } = await submission(world)
    await world.post(`${submissionUrl(ids)}/${way}`)
    return { ids }
  }

const submissions: OfferedKind = {
  name: 'proposed calendar item',
  shapes: ['CalendarSubmission'],
  area: 'calendars',
  reads: [
    document('getCalendarSubmission', submissionUrl),
    list(
      'listCalendarSubmissions',
      ({ id }) => `/api/calendars/submissions?Filter=SubmissionId eq ${id}`,
      'SubmissionId',
      'id',
    ),
  ],
  states: { pending: submission, approved: decided('approve'), declined: decided('decline') },
  actions: {
    approve: (ids) => ({ method: 'POST', url: `${submissionUrl(ids)}/approve` }),
    decline: (ids) => ({ method: 'POST', url: `${submissionUrl(ids)}/decline` }),
    delete: (ids) => ({ method: 'DELETE', url: submissionUrl(ids) }),
  },
}

const calendars: OfferedKind = {
  name: 'calendar',
  shapes: ['CalendarListItem', 'CalendarSaved'],
  area: 'calendars',
  reads: [list('listCalendars', () => '/api/calendars/items', 'CalendarId', 'id')],
  states: {
    empty: async (world) => ({ ids: { id: await world.idOf(':calendarid', 'calendarid') } }),
    'with an item': async (world) => {
      const ids = await world.idsFor('/calendars/:calendarid/items/:calendaritemid')
      return { ids: { id: Number(ids.get('calendarid')) } }
    },
    'of a chapter': async (world) => {
      const id = await world.idOf(':calendarid', 'calendarid')
      const { OrganizationId } = await world.get(`/api/chapters/${await world.idOf(':chapterid', 'chapterid')}`)
      const body = { ChapterName: `North ${world.next()}`, ParentOrganizationId: OrganizationId }
      await world.post('/api/chapters/0/false', { ...body, PrimaryCalenderId: String(id) })
      return { ids: { id } }
    },
  },
  actions: {
    edit: ({ id }) => ({
      method: 'POST',
      url: `/api/calendars/${id}`,
      body: { Description: 'Changed' },
      version: 'AuditId',
    }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/calendars/${id}/:auditid` }),
  },
}

const itemUrl = ({ calendarid, calendaritemid }: OfferedIds) => `/api/calendars/${calendarid}/items/${calendaritemid}`

const calendarItem = async (world: World): Promise<OfferedIds> => {
  const ids = await world.idsFor('/calendars/:calendarid/items/:calendaritemid')
  return { calendarid: Number(ids.get('calendarid')), calendaritemid: Number(ids.get('calendaritemid')) }
}

const calendarItems: OfferedKind = {
  name: 'calendar item',
  shapes: ['CalendarItem'],
  area: 'calendars',
  reads: [
    document('getCalendarItem', itemUrl),
    list(
      'listCalendarItems',
      ({ calendarid }) => `/api/calendars/${calendarid}/items`,
      'CalendarItemId',
      'calendaritemid',
    ),
  ],
  states: {
    planned: async (world) => ({ ids: await calendarItem(world) }),
    cancelled: async (world) => {
      const ids = await calendarItem(world)
      await world.post(`${itemUrl(ids)}/cancel`)
      return { ids }
    },
  },
  actions: {
    edit: (ids) => ({ method: 'POST', url: itemUrl(ids), body: { Location: 'Hall' }, version: 'AuditId' }),
    cancel: (ids) => ({ method: 'POST', url: `${itemUrl(ids)}/cancel` }),
    delete: (ids) => ({ method: 'DELETE', url: itemUrl(ids) }),
  },
  harmless: { cancel: 'a cancelled item stays cancelled' },
}

const items: Listed = {
  order: 'ascending',
  create: bySave('saveCalendarItem', (label) => ({
    Title: label,
    Start: `${dayOf(label)}T18:00:00`,
    End: `${dayOf(label)}T19:00:00`,
    RecurrenceRule: undefined,
  })),
}

/** The second one is the calendar of the chapter. */
const calendarsForChapter: Listed = {
  order: 'secondFirst',
  create: async (label, ids, world) => {
    const { CalendarId } = await world.post('/api/calendars/0', { Name: label })
    if (label !== SECOND) return
    const url = `/api/chapters/${ids.get('chapterid')}/true`
    await world.post(url, { PrimaryCalenderId: Number(CalendarId) })
  },
}

const calendarList = byName('saveCalendar')

/** Proposes an item for a new calendar, as the public does. */
const proposal = async (world: World, title: string, more: Body = {}): Promise<string> => {
  const open = { Name: `Open ${world.next()}`, IsPublicViewable: true, AllowPublicSubmission: true }
  const { CalendarId } = await world.post('/api/calendars/0', open)
  const submitter = { SubmitterName: 'Jo Lind', SubmitterEmail: 'jo@walk.example' }
  const body = { Title: title, Start: '2027-04-24T09:00:00', ...submitter, ...more }
  const made = await world.post(`/api/public/calendars/${CalendarId}/submissions`, body)
  return String(made.SubmissionId)
}

const addProposals = async (world: World): Promise<void> => {
  const all = { Description: 'All come.', Location: 'Pier', Url: 'https://walk.example/', TimeZone: 'UTC' }
  const first = await proposal(world, 'Cleanup', { ...all, RecurrenceRule: 'FREQ=DAILY;COUNT=2' })
  const second = await proposal(world, 'Regatta', { IsAllDay: true, Start: '2027-05-01', SubmitterName: 'Al Reed' })
  await proposal(world, 'Dinner', { SubmitterEmail: 'al@walk.example' })
  await world.post(`/api/calendars/submissions/${first}/approve`)
  await world.post(`/api/calendars/submissions/${second}/decline`, { Reason: 'Too far away.' })
}

const usedByCalendars = (world: World): UsedRecords => ({
  'group <- calendar limited to it': async () => {
    const id = await group(world)
    await world.post('/api/calendars/0', { Name: `Board ${world.next()}`, GroupId: id, SystemCalendarTypeId: 3 })
    return `/api/groups/${id}`
  },
})

export const walks: AreaWalks = {
  tables: {
    submissionid: 'calendar_submission',
  },
  recipes: [
    [':calendarid', saved('saveCalendar', 'CalendarId')],
    [':calendaritemid', saved('saveCalendarItem', 'CalendarItemId')],
    [':submissionid', (world) => proposal(world, `Cleanup ${world.next()}`)],
  ],
  before: {
    resetCalendarOccurrence: (world, ids) =>
      world.post(fill('/api/calendars/:calendarid/items/:calendaritemid/occurrences/:start', ids), {
        AuditId: 1,
        Location: 'Library',
      }),
  },
  lists: {
    listCalendars: calendarList,
    lookupCalendars: calendarList,
    lookupChapterCalendars: calendarsForChapter,
    listCalendarItems: items,
    listCalendarSubmissions: { order: 'newest', create: (label, _, world) => proposal(world, label) },
    listCalendarOccurrences: { ...items, query: '?From=2026-01-01&To=2026-02-01' },
  },
  rows: addProposals,
  parents: {
    calendarid: 'SELECT calendar_id AS id FROM calendar_item',
  },
  actions: [submissions, calendars, calendarItems],
  uses: usedByCalendars,
  bounds: {
    'saveCalendarItem ExcludedStarts': REPLACED,
  },
  otherDeletions: {
    deleteCalendarItem: PART,
    resetCalendarOccurrence: PART,
    deleteCalendarSubmission: UNREFERENCED,
  },
}
