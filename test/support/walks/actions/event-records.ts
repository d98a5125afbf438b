import { addEvent, addReferralSource, addReferredOrder } from '../events.ts'
import { document, list, type OfferedKind } from './offered-records.ts'

/** The records of events. */
export const eventRecords: readonly OfferedKind[] = [
  {
    name: 'event',
    shapes: ['EventRow', 'EventDetails'],
    area: 'events',
    reads: [
      document('getEvent', (ids) => `/api/events/${ids.id}`),
      list('listEvents', (ids) => `/api/events?Filter=EventId eq ${ids.id}`, 'EventId', 'id'),
    ],
    states: {
      draft: async (world) => ({ ids: { id: await addEvent(world) } }),
      published: async (world) => ({ ids: { id: await addEvent(world, { Status: 'Published' }) } }),
    },
    actions: {
      view: (ids) => ({ method: 'GET', url: `/api/events/${ids.id}` }),
      edit: (ids) => ({ method: 'POST', url: `/api/events/${ids.id}`, body: { Capacity: 7 }, version: 'AuditId' }),
      delete: (ids) => ({ method: 'DELETE', url: `/api/events/${ids.id}` }),
    },
  },
  {
    name: 'referral source',
    shapes: ['ReferralSource'],
    area: 'events',
    reads: [
      document('getReferralSource', (ids) => `/api/events/referralsources/${ids.id}`),
      list(
        'listReferralSources',
        (ids) => `/api/events/referralsources?Filter=ReferralSourceId eq ${ids.id}`,
        'ReferralSourceId',
        'id',
      ),
    ],
    states: {
      unused: async (world) => ({ ids: { id: await addReferralSource(world) } }),
      'of a registration': async (world) => {
        const id = await addReferralSource(world)
        await addReferredOrder(world, id)
        return { ids: { id } }
      },
    },
    actions: {
      view: (ids) => ({ method: 'GET', url: `/api/events/referralsources/${ids.id}` }),
      edit: (ids) => ({
        ...{ method: 'POST', url: `/api/events/referralsources/${ids.id}`, body: { IsActive: false } },
        version: 'AuditId',
      }),
      delete: (ids) => ({ method: 'DELETE', url: `/api/events/referralsources/${ids.id}` }),
    },
  },
]
