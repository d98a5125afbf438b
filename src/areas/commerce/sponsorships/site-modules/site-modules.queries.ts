import { notFound } from '#kernel/errors/problem'
import type { Choice } from '#kernel/http/lookup-choices'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { SiteModule } from '#prisma/client'
import { siteModuleEvents } from '../sponsorships.events.ts'
import { SITE_MODULES } from './site-modules.model.ts'

export const siteModuleKind: RecordKind<SiteModule> = {
  entity: 'sitemodule',
  noun: 'site module',
  table: 'site_module',
  events: siteModuleEvents,
  find: (tx, { tenantId, id }) => tx.siteModule.findFirst({ where: { tenantId, id } }),
}

/** Returns the module with a documented number. @throws 404. */
export const getSiteModuleByType = async ({ db }: Scope, models: Models, typeId: number): Promise<SiteModule> => {
  const module = await models.siteModule.findFirst({ where: { tenantId: db.tenantId, typeId } })
  if (!module) throw notFound('site module')
  return module
}

export const listSiteModules = ({ db }: Scope): Promise<SiteModule[]> =>
  db.prisma.siteModule.findMany({ where: { tenantId: db.tenantId }, orderBy: { typeId: 'asc' } })

/** Lists the modules whose pages can show ads. */
export const listAllowedModules = async (scope: Scope): Promise<Choice[]> =>
  (await listSiteModules(scope)).flatMap(({ typeId, isAllowed }) =>
    isAllowed ? [{ id: typeId, name: SITE_MODULES[typeId] ?? '' }] : [],
  )
