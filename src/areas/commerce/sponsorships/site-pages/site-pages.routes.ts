import type { FastifyPluginAsync } from 'fastify'
import type { SiteModuleChoice } from '#contract/commerce/advertising'
import { operations as advertising } from '#contract/commerce/advertising'
import { operations } from '#contract/commerce/sites'
import { presentChoice } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
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

/** Serves the pages of sites. */
export const sitePages: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listSitePages, sitePageList, parseNamedListQuery)

  serveRow(app, operations.getSitePage, (scope, { params }) => readSitePage(scope, params.sitepageid))

  serveSave(app, operations.saveSitePage, (scope, { params, body, expected }) =>
    saveSitePage(scope, params.sitepageid, body, expected),
  )

  serveDelete(app, operations.deleteSitePage, (scope, { params, expected }) =>
    deleteSitePage(scope, params.sitepageid, expected),
  )

  serve(app, advertising.listPortalPages, async ({ scope }) => (await listPortalPages(scope)).map(presentPortalPage))
}
