import type { FastifyPluginAsync } from 'fastify'
import type { SiteModuleChoice } from '#contract/commerce/advertising'
import { operations as advertising } from '#contract/commerce/advertising'
import { operations } from '#contract/commerce/sites'
import { presentChoice } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import type { SitePage } from '#prisma/client'
import type { PORTALS } from '../site-modules/site-modules.model.ts'
import { sitePageList } from './site-pages.listing.ts'
import { listPortalPages, readSitePage } from './site-pages.queries.ts'
import { deleteSitePage, saveSitePage } from './site-pages.service.ts'

const PORTAL_TYPES: ReadonlyMap<number, `${(typeof PORTALS)[number]}`> = new Map([
  [8, '8'],
  [9, '9'],
])

/** Presents a page of a portal, at an index from 0, as a choice. */
const presentPortalPage = ({ id, title, path, moduleId }: SitePage, index: number): SiteModuleChoice => ({
  ...presentChoice({ id: String(id), name: title, extra: path }, index),
  SiteModuleTypeId: PORTAL_TYPES.get(moduleId) ?? null,
})

/** The pages of sites. */
export const sitePages: FastifyPluginAsync = async (app) => {
  serve(app, operations.listSitePages, (request, reply) =>
    sendList(request, reply, sitePageList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.getSitePage, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readSitePage(scope, params.sitepageid)),
  )

  serve(app, operations.saveSitePage, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveSitePage(scope, params.sitepageid, body, expected))
  })

  serve(app, operations.deleteSitePage, async (request) => {
    await deleteSitePage(request.scope, request.params.sitepageid, expectedIfMatch(request))
    return {}
  })

  serve(app, advertising.listPortalPages, async ({ scope }) => (await listPortalPages(scope)).map(presentPortalPage))
}
