import type { SiteModuleChoice } from '#contract/commerce/advertising'
import { presentChoice } from '#kernel/http/lookup-choices'
import type { SitePage } from '#prisma/client'
import type { PORTALS } from '../site-modules/site-modules.model.ts'

const PORTAL_TYPES: ReadonlyMap<number, `${(typeof PORTALS)[number]}`> = new Map([
  [8, '8'],
  [9, '9'],
])

/** Presents a page of a portal, at an index from 0, as a choice. */
export const presentPortalPage = ({ id, title, path, moduleId }: SitePage, index: number): SiteModuleChoice => ({
  ...presentChoice({ id: String(id), name: title, extra: path }, index),
  SiteModuleTypeId: PORTAL_TYPES.get(moduleId) ?? null,
})
