import type { AreaWalks } from '#test/support/walks/area-walks'
import type { World } from '#test/support/walks/world'

const saveAssociationSettings = async (world: World, url: string) => {
  await world.post(url, { Affiliation: 'north' })
  const where = { tenantId: world.caller.tenant.id }
  return { url, id: (await world.server.database.system.associationSettings.findFirstOrThrow({ where })).id }
}

export const walks: AreaWalks = {
  bodies: {
    // The address of a registry is resolved when it is saved.
    saveAssociationSettings: async () => ({
      Affiliation: 'ME',
      Registry: 'Embedded',
      RegistryUrl: null,
      RegistryKey: null,
    }),
  },
  lists: {
    listAssociationChanges: 'has the changes in the order of their commits; the tests of the feed check their order',
  },
  otherDeletions: {
    deleteAssociationPerson: 'ends the national membership of a contact, which stays',
    deleteAssociationOrganization: 'ends the national membership of a contact, which stays',
  },
  delivered: {
    associationsettings: { create: saveAssociationSettings },
  },
}
