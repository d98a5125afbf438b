import type { AdTypePlacement } from '#contract/commerce/advertising'
import type { AdSpot, SitePage } from '#prisma/client'

/** The documented number of what a spot shows. */
const typeOf = (id: number | null): '1' | '2' | null => (id === null ? null : id === 1 ? '1' : '2')

export const presentAdTypePlacement = (page: SitePage, spot: AdSpot): AdTypePlacement => ({
  SiteId: page.siteId,
  SitePageId: page.id,
  PositionTypeId: spot.position === 1 ? '1' : '2',
  AdvertisingTypeId: typeOf(spot.advertisingTypeId),
})
