import { list, type OfferedKind } from './actions/offered-records.ts'
import { createPerson, type Listed } from './lists/listed.ts'
import { addUnmatchedPerson, hidePerson } from './unmatched-person.ts'

export const UNMATCHED_LIST: Listed = {
  order: 'newest',
  create: async (label, _, world) => {
    await hidePerson(world, await createPerson(world, label, { forceSave: true }))
  },
}

/** People that match no contact yet. */
export const unmatchedPeople: OfferedKind = {
  name: 'person that matches no contact',
  shapes: ['UnmatchedPerson'],
  area: 'contacts',
  reads: [
    list('listUnmatchedPeople', ({ id }) => `/api/contacts/unmatched?Filter=ContactId eq ${id}`, 'ContactId', 'id'),
    {
      operation: 'getUnmatchedPerson',
      url: ({ id }) => `/api/contacts/unmatched/${id}`,
      row: ({ Person }: { Person: Record<string, string> }) => Person,
    },
  ],
  states: { open: async (world) => ({ ids: { id: Number(await addUnmatchedPerson(world)) } }) },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/contacts/unmatched/${id}` }),
    match: ({ id }) => ({
      method: 'POST',
      url: `/api/contacts/unmatched/${id}/match`,
      body: { MatchType: 'New', ForceSave: true },
      version: 'AuditId',
    }),
  },
}
