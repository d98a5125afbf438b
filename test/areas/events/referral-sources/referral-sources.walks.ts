import { document, list } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addReferralSource, addReferredOrder } from '#test/support/walks/events'
import { numbered } from '#test/support/walks/lists/listed'

export const walks: AreaWalks = {
  recipes: [[':referralsourceid', { save: 'saveReferralSource', id: 'ReferralSourceId' }]],
  lists: {
    listReferralSources: numbered('saveReferralSource'),
    lookupReferralSources: numbered('saveReferralSource'),
  },
  actions: [
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
          method: 'POST',
          url: `/api/events/referralsources/${ids.id}`,
          body: { IsActive: false },
          version: 'AuditId',
        }),
        delete: (ids) => ({ method: 'DELETE', url: `/api/events/referralsources/${ids.id}` }),
      },
    },
  ],
}
