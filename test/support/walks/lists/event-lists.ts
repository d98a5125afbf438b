import { addInvitationRun } from '../invitations.ts'
import { bySave, createPerson, dayOf, type Listed, numbered } from './listed.ts'

const events = (order: 'ascending' | 'descending'): Listed => ({
  order,
  create: bySave('saveEvent', (label) => ({
    ...{ Name: label, StartDate: `${dayOf(label).replace('2026', '2036')}T18:00:00Z`, Status: 'Published' },
    RegistrationTypes: [{ Name: 'Standard' }],
  })),
})

/** Rows of lists of events. */
export const EVENT_LISTS: Record<string, Listed> = {
  listEvents: events('descending'),
  listReferralSources: numbered('saveReferralSource'),
  lookupReferralSources: numbered('saveReferralSource'),
  lookupEvents: events('ascending'),
  listEventInvitations: {
    order: 'name',
    create: async (label, ids, world) => {
      const ContactList = [{ Kind: 'email', Id: 0, Value: `${label}@walk.example`, TypeId: 1, IsPrimary: true }]
      const contactId = await createPerson(world, label, { ContactList })
      await addInvitationRun(world, Number(ids.get('eventid')), [contactId])
    },
  },
}
