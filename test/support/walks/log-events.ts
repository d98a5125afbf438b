import { ACCEPT, LOG } from '../integration/logs.ts'
import { list, type OfferedKind } from './actions/offered-records.ts'
import type { Listed } from './lists/listed.ts'
import type { World } from './world.ts'

/** Adds an event and returns its id. */
export const addLogEvent = async (world: World, more: object = {}): Promise<string> => {
  const EventMessage = `walked ${world.next()}`
  await world.post(ACCEPT, { EventMessage, ...more })
  const { Results } = await world.post(LOG, { Filter: `Message eq '${EventMessage}'` })
  return String((Results as { RowId: string }[])[0]?.RowId ?? '')
}

const events: Listed = {
  order: 'newest',
  create: (EventMessage, _ids, world) => world.post(ACCEPT, { EventMessage }),
}

/** The lists of the log. */
export const LOG_LISTS: Record<string, Listed> = {
  listTenantEvents: events,
  searchTenantEvents: events,
  lookupTenantEventTypes: {
    order: 'name',
    create: (LogTypeName, _ids, world) => world.post(ACCEPT, { EventMessage: 'walked', LogTypeName }),
  },
}

export const logEvents: OfferedKind = {
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
