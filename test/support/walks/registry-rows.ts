import type { World } from './world.ts'

/** Changes on their way to and from the national registry, which only a job sends and receives. */
export const addRegistryEvents = async (
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
