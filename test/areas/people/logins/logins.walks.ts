import { registerLogin } from '#test/support/identity/oauth'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import { NEVER_DELETED } from '#test/support/walks/no-uses'

export const walks: AreaWalks = {
  tables: {
    loginid: 'staff',
  },
  recipes: [
    [
      ':loginid',
      async (world) => {
        const email = await registerLogin(world.server, world.caller.tenant)
        return String((await world.server.database.system.login.findFirstOrThrow({ where: { email } })).id)
      },
    ],
  ],
  lists: {
    listSeats: 'has the logins of staff; its tests check their order',
    listRoles: 'has the roles of a new tenant; its tests check their order',
    listOwnSessions: 'has the sessions of a person, and the caller is a key',
    listOwnApplications: 'has the consents of a person, and the caller is a key',
    listSeatSessions: 'has the sessions of a person; its tests check them',
    listSeatApplications: 'has the consents of a person; its tests check them',
  },
  noUses: {
    'staff -> role': NEVER_DELETED,
  },
  otherDeletions: {
    removeSeat: UNREFERENCED,
    endOwnSessions: UNREFERENCED,
    endOwnSession: UNREFERENCED,
    endOwnApplication: UNREFERENCED,
    cancelOwnEmailAddressChange: UNREFERENCED,
    endSeatSession: UNREFERENCED,
    endSeatApplication: UNREFERENCED,
  },
}
