import { list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { ROW_DAY, twoPeople } from '#test/support/walks/list-rows'
import type { Listed } from '#test/support/walks/lists/listed'
import type { World } from '#test/support/walks/world'

const registryEvent =
  (status: string, isSettled: boolean) =>
  async (world: World): Promise<{ ids: { id: number } }> => {
    const { server, caller } = world
    const own = { tenantId: caller.tenant.id, requestId: `walk ${world.next()}`, changeType: 'Update', body: {} }
    const data = { ...own, status, createdAt: new Date(), settledAt: isSettled ? new Date() : null }
    return { ids: { id: Number((await server.database.system.registryEvent.create({ data })).id) } }
  }

const registryEvents: OfferedKind = {
  name: 'row of the registry queue',
  shapes: ['RegistryQueueRow'],
  area: 'logs',
  reads: [list('listRegistryQueueEvents', () => '/api/logs/natregsubqueueevent', 'RowId', 'id')],
  states: {
    pending: registryEvent('Pending', false),
    failed: registryEvent('Failed', false),
    'given up': registryEvent('GivenUp', true),
    succeeded: registryEvent('Succeeded', true),
  },
  actions: {
    retry: ({ id }) => ({ method: 'POST', url: `/api/logs/natregsubqueueevent/${id}/retry`, body: {} }),
  },
}

const registryQueue: Listed = {
  order: 'newest',
  create: async (label, _ids, { server, caller }) => {
    const own = { tenantId: caller.tenant.id, requestId: label, changeType: 'Update', body: {} }
    await server.database.system.registryEvent.create({ data: { ...own, message: label, createdAt: new Date() } })
  },
}

/** Changes on their way to and from the national registry, which only a job sends and receives. */
const addRegistryEvents = async (
  { server, caller }: World,
  [one, other]: [number, number],
  at: Date,
): Promise<void> => {
  const own = { tenantId: caller.tenant.id, createdAt: at, body: {} }
  const sent = {
    ...own,
    contactId: one,
    nationalId: 7001,
    requestId: 'walk1',
    changeType: 'Create',
    status: 'Succeeded',
  }
  const waiting = { ...own, contactId: other, requestId: 'walk2', changeType: 'Update', status: 'Failed', attempts: 2 }
  const received = { ...own, nationalId: 7002, requestId: 'walk3', isReceived: true, changeType: 'Move' }
  await server.database.system.registryEvent.createMany({
    data: [
      { ...sent, tags: ['name', 'email'], message: 'Sent to the registry.' },
      { ...waiting, tags: ['phone'], dueAt: at, message: 'The registry is unavailable.' },
      { ...received, tags: ['received'], createdAt: new Date('2026-03-02') },
    ],
  })
}

const addRegistryRows = async (world: World): Promise<void> => addRegistryEvents(world, await twoPeople(world), ROW_DAY)

export const walks: AreaWalks = {
  lists: {
    listRegistryQueueEvents: registryQueue,
    searchRegistryQueueEvents: registryQueue,
  },
  rows: addRegistryRows,
  actions: [registryEvents],
}
