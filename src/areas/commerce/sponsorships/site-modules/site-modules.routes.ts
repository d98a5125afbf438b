import type { FastifyPluginAsync } from 'fastify'
import { operations as advertising } from '#contract/commerce/advertising'
import { operations } from '#contract/commerce/sites'
import { serve } from '#kernel/http/serve'
import { serveLookup } from '#kernel/http/serve-forms'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { presentSiteModule } from './site-modules.presenter.ts'
import { getSiteModuleByType, listAllowedModules, listSiteModules } from './site-modules.queries.ts'
import { saveSiteModule } from './site-modules.service.ts'

/** Serves the modules of sites, and whether their pages can show ads. */
export const siteModules: FastifyPluginAsync = async (app) => {
  serve(app, operations.listSiteModules, async ({ scope }) =>
    (await listSiteModules(scope)).map(presentSiteModule(scope)),
  )

  serve(app, operations.getSiteModule, async ({ scope, params }, reply) => {
    const module = await getSiteModuleByType(scope, scope.db.prisma, params.sitemoduletypeid)
    sendVersion(reply, module.auditId)
    return presentSiteModule(scope)(module)
  })

  serve(app, operations.saveSiteModule, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const module = await saveSiteModule(scope, params.sitemoduletypeid, body, expected)
    sendVersion(reply, module.auditId)
    return presentSiteModule(scope)(module)
  })

  serveLookup(app, advertising.lookupAllowedSiteModules, listAllowedModules)
}
