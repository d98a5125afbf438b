import type { AreaWalks } from '#test/support/walks/area-walks'

export const walks: AreaWalks = {
  lists: {
    getMigrationReport: 'has the migrations in their order; only the platform reads it, and its tests check it',
  },
}
