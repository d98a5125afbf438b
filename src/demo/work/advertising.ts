import sharp from 'sharp'
import { saveAdTypePlacement } from '#areas/commerce/sponsorships/ad-locations/ad-locations.service'
import { saveCustomAdLocation } from '#areas/commerce/sponsorships/custom-locations/custom-locations.service'
import { addCounts } from '#areas/commerce/sponsorships/delivery/ad-delivery.service'
import { saveDisplayAd } from '#areas/commerce/sponsorships/display-ads/display-ads.service'
import { saveSitePage } from '#areas/commerce/sponsorships/site-pages/site-pages.service'
import { saveSite } from '#areas/commerce/sponsorships/sites/sites.service'
import { storeMadeFile } from '#areas/integration/files/files.service'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import type { Files } from '#services/files/open-files'
import { idIn, NEW, withFreeName } from './saving.ts'

const PAGES = [
  { SiteModuleTypeId: '2', Title: 'Member directory', RelativePath: '/directory' },
  { SiteModuleTypeId: '3', Title: 'Calendar', RelativePath: '/calendar' },
  { SiteModuleTypeId: '8', Title: 'My sponsorships', RelativePath: '/sponsor' },
  { SiteModuleTypeId: '9', Title: 'My profile', RelativePath: '/profile' },
] as const

/** Creates the site of the organization with its pages. The tops of two pages and a newsletter show display ads. */
export const loadSites = async (scope: Scope): Promise<void> => {
  const Domains = [{ Domain: `www.${scope.tenant.key}.example` }, { Domain: `${scope.tenant.key}.example` }]
  const SiteId = idIn(await withFreeName('Main site', (Name) => saveSite(scope, 0, { Name, Domains }, NEW)), 'SiteId')
  for (const page of PAGES) {
    const SitePageId = idIn(await saveSitePage(scope, 0, { SiteId, ...page }, NEW), 'SitePageId')
    const place = { SiteId, SitePageId, PositionTypeId: '1', AdvertisingTypeId: '1' } as const
    if (Number(page.SiteModuleTypeId) < 4) await saveAdTypePlacement(scope, place, NEW)
  }
  await withFreeName('Newsletter', (Name) => saveCustomAdLocation(scope, { CustomAdLocationId: 0, Name }, NEW))
}

/** A banner of the demonstration: its days count from today. */
const ADS = [
  { title: 'Autumn collection', color: '#b56576', from: -30, through: 60, places: ['directory', 'newsletter'] },
  { title: 'Open house in the harbor', color: '#355c7d', from: -10, through: 20, places: ['directory', 'calendar'] },
  { title: 'Winter tires', color: '#2a9d8f', from: 15, through: 90, places: ['calendar'] },
  { title: 'Summer sale', color: '#6c5b7b', from: -120, through: -8, places: ['directory'] },
] as const

/** Adds display ads with images and the counts of the last days, unless the tenant has ads. Requires loadSites. */
export const loadAds = async (scope: Scope, files: Files): Promise<void> => {
  const { prisma, tenantId } = scope.db
  if (await prisma.displayAd.findFirst({ where: { tenantId } })) return
  const advertisers = await prisma.contact.findMany({
    where: { tenantId, deletedAt: null, mergedIntoId: null, systemTypeId: 2 },
    orderBy: { id: 'asc' },
    take: ADS.length,
  })
  const today = todayOf(scope)
  const spots = await findSpots(scope)
  for (const [at, { id, displayName }] of advertisers.entries()) {
    const ad = ADS[at]
    if (ad) await addAd(scope, files, ad, { contactId: id, name: displayName ?? '', today, spots })
  }
  await countViews(scope, today)
}

type Spots = ReadonlyMap<string, { id: number; pageId: number | null; locationId: number | null }>

/** The spots of the demonstration's ads by a word for each. */
const findSpots = async ({ db: { prisma, tenantId } }: Scope): Promise<Spots> => {
  const onPages = await prisma.adSpot.findMany({
    where: { tenantId, position: 1, page: { path: { in: ['/directory', '/calendar'] } } },
    include: { page: true },
    orderBy: { id: 'asc' },
  })
  const elsewhere = await prisma.adSpot.findMany({ where: { tenantId, pageId: null }, orderBy: { id: 'asc' }, take: 1 })
  return new Map([
    ...onPages.map((spot) => [spot.page?.path.slice(1) ?? '', spot] as const),
    ...elsewhere.map((spot) => ['newsletter', spot] as const),
  ])
}

const addAd = async (
  scope: Scope,
  files: Files,
  { title, color, from, through, places }: (typeof ADS)[number],
  { contactId, name, today, spots }: { contactId: number; name: string; today: Day; spots: Spots },
): Promise<void> => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="728" height="90"><rect width="728" height="90" fill="${color}"/>
    <text x="364" y="58" font-size="36" font-family="sans-serif" text-anchor="middle" fill="#fff">${title}</text></svg>`
  const picture = await sharp(Buffer.from(drawing)).png().toBuffer()
  const { id: FileId } = await storeMadeFile(scope, files, `${title}.png`, picture)
  const Placements = places.flatMap((place) => {
    const spot = spots.get(place)
    if (!spot) return []
    return [
      spot.pageId ? { SitePageId: spot.pageId, PositionTypeId: '1' as const } : { CustomAdLocationId: spot.locationId },
    ]
  })
  const ad = {
    AdId: 0,
    ContactId: String(contactId),
    Title: title,
    AdAreaId: '1' as const,
    OpenInNewWindow: true,
    StartDate: addDays(today, from),
    EndDate: addDays(today, through),
    Placements,
    DestinationUrl: `https://www.${scope.tenant.key}.example/partners`,
    BannerImage: { FileId, ShortDescription: `${title}: ${name}` },
  }
  await saveDisplayAd(scope, files, ad, NEW)
}

/** The views and clicks of the last days: fewer on weekends. */
const countViews = async (scope: Scope, today: Day): Promise<void> => {
  const { prisma, tenantId } = scope.db
  const placements = await prisma.adPlacement.findMany({
    where: { tenantId },
    include: { ad: true },
    orderBy: { id: 'asc' },
  })
  for (let before = 14; before > 0; before--) {
    const day = addDays(today, -before)
    const date = new Date(day)
    const shown = placements.filter(
      ({ ad }) => (ad.startsOn === null || ad.startsOn <= date) && (ad.endsOn === null || ad.endsOn >= date),
    )
    const impressions = [0, 6].includes(date.getUTCDay()) ? 18 : 64 + ((before * 7) % 23)
    const counted = shown.map(({ adId, spotId }, at) => ({ adId, spotId, impressions, clicks: (before + at) % 4 }))
    await addCounts(scope, day, counted)
  }
}
