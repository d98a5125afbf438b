import type { World } from './world.ts'

/** Makes a contact a person that matches no contact, as a registration of a stranger does. */
export const hidePerson = async ({ server, caller }: World, id: number): Promise<number> => {
  const where = { tenantId: caller.tenant.id, id }
  await server.database.system.contact.updateMany({ where, data: { isUnmatched: true } })
  return id
}

export const addUnmatchedPerson = async (world: World): Promise<string> =>
  String(await hidePerson(world, Number(await world.person())))
