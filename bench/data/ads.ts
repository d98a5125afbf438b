import type { Database } from '#kernel/database/database'

/** Ads that rotate at the top of the page. */
const ADS = 8

/** Adds a page whose top shows display ads. Their images have no bytes, because no request reads them. */
export const addAds = async ({ system }: Database, tenantId: number): Promise<void> => {
  const site = await system.site.create({ data: { tenantId, name: 'Bench', nameKey: 'bench' } })
  const data = { tenantId, siteId: site.id, moduleId: 2, title: 'Members', path: '/members' }
  const page = await system.sitePage.create({ data })
  const [top] = await Promise.all(
    [1, 2].map((position) =>
      system.adSpot.create({
        data: { tenantId, pageId: page.id, position, advertisingTypeId: position === 1 ? 1 : null },
      }),
    ),
  )
  const contacts = await system.contact.findMany({
    where: { tenantId, deletedAt: null },
    orderBy: { id: 'asc' },
    take: ADS,
  })
  for (const { id: contactId } of contacts) {
    const image = { imageFileId: 1, imageWidth: 728, imageHeight: 90, width: 728, height: 90 }
    const link = { destinationUrl: 'https://www.bench.example/', title: `Ad ${contactId}` }
    const ad = await system.displayAd.create({ data: { tenantId, contactId, ...image, ...link } })
    await system.adPlacement.create({ data: { tenantId, adId: ad.id, spotId: top?.id ?? 0 } })
  }
}
