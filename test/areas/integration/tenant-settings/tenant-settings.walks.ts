import type { AreaWalks } from '#test/support/walks/area-walks'
import { REPLACED } from '#test/support/walks/growing'
import type { World } from '#test/support/walks/world'

const saveTenantSettings = async (world: World, url: string) => {
  await world.post(url, { AuditId: (await world.get(url)).AuditId ?? null, IsPOE: true })
  return { url, id: world.caller.tenant.id }
}

export const walks: AreaWalks = {
  lists: {
    getRateLimits: 'has the limits of one tenant; its tests check their order',
  },
  bounds: {
    'saveTenantSettings CorsOrigins': REPLACED,
  },
  delivered: {
    tenantsettings: { create: saveTenantSettings },
  },
}
