import { list, type OfferedKind } from './actions/offered-records.ts'
import { createPerson, type Listed } from './lists/listed.ts'
import type { World } from './world.ts'

/** Makes a contact a person that matches no contact, as a registration of a stranger does. */
const hide = async ({ server, caller }: World, id: number): Promise<number> => {
  const where = { tenantId: caller.tenant.id, id }
  await server.database.system.contact.updateMany({ where, data: { isUnmatched: true } })
  return id
}

export const addUnmatchedPerson = async (world: World): Promise<string> =>
  String(await hide(world, Number(await world.person())))

export const UNMATCHED_LIST: Listed = {
  order: 'newest',
  create: async (label, _, world) => {
    await hide(world, await createPerson(world, label, { forceSave: true }))
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
