import { ACCEPT, LOG } from '#test/support/integration/logs'
import { addJob } from '#test/support/jobs/tenant-jobs'
import { list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { PART } from '#test/support/walks/deletions'
import type { Listed } from '#test/support/walks/lists/listed'
import type { World } from '#test/support/walks/world'

/** Jobs that run in an hour. */
const jobs: Listed = {
  order: 'newest',
  create: async (label, _ids, world) => `"JobId":${await addJob(world.server, world.caller, label)},`,
}

/** Adds an event and returns its id. */
const addLogEvent = async (world: World, more: object = {}): Promise<string> => {
  const EventMessage = `walked ${world.next()}`
  await world.post(ACCEPT, { EventMessage, ...more })
  const { Results } = await world.post(LOG, { Filter: `Message eq '${EventMessage}'` })
  return String((Results as { RowId: string }[])[0]?.RowId ?? '')
}

const events: Listed = {
  order: 'newest',
  create: (EventMessage, _ids, world) => world.post(ACCEPT, { EventMessage }),
}

const logEvents: OfferedKind = {
  name: 'event of the log',
  shapes: ['TenantLogRow'],
  area: 'logs',
  reads: [list('listTenantEvents', () => LOG, 'RowId', 'id')],
  states: {
    'with details': async (world) => ({ ids: { id: Number(await addLogEvent(world, { DeeperDetails: 'x' })) } }),
    'without details': async (world) => ({ ids: { id: Number(await addLogEvent(world)) } }),
  },
  harmless: { 'without details: details': 'the details of an event without details are null' },
  actions: {
    details: ({ id }) => ({ method: 'GET', url: `${LOG}/details/${id}` }),
    hide: ({ id }) => ({ method: 'DELETE', url: `${LOG}/${id}` }),
  },
}

export const walks: AreaWalks = {
  tables: {
    rowid: 'log_event',
  },
  recipes: [[':rowid', addLogEvent]],
  lists: {
    listTenantEvents: events,
    searchTenantEvents: events,
    lookupTenantEventTypes: {
      order: 'name',
      create: (LogTypeName, _ids, world) => world.post(ACCEPT, { EventMessage: 'walked', LogTypeName }),
    },
    listJobs: jobs,
  },
  actions: [logEvents],
  bounds: {
    'hideSelectedTenantEvents SelectedIds': 'nothing keeps the selection',
    'loadSelectedTenantEvents SelectedIds': 'nothing keeps the selection',
  },
  otherDeletions: {
    hideTenantEvent: PART,
  },
}
