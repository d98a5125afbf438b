import type { JsonObject } from '#kernel/contract/json'
import { PIXEL, upload } from '../integration/files.ts'
import type { Recipe } from './recipes.ts'
import type { Ids, World } from './world.ts'

/** Creates a site. Returns its id. */
export const addSite = async (world: World, Name = `Site ${world.next()}`): Promise<number> =>
  Number((await world.post('/api/sponsorships/sites/0', { Name })).SiteId)

/** Creates a page of a new site. */
export const addPage = async (world: World, more: JsonObject = {}): Promise<{ site: number; page: number }> => {
  const site = Number(more.SiteId ?? (await addSite(world)))
  const number = world.next()
  const body = {
    SiteModuleTypeId: '2',
    Title: `Page ${number}`,
    RelativePath: `/page-${number}`,
    ...more,
    SiteId: site,
  }
  return { site, page: Number((await world.post('/api/sponsorships/sitepages/0', body)).SitePageId) }
}

export const addCustomLocation = async (world: World, Name = `Location ${world.next()}`): Promise<number> =>
  Number(
    (await world.post('/api/sponsorships/customadlocations/save', { CustomAdLocationId: 0, Name })).CustomAdLocationId,
  )

/** Creates an ad of a new contact. */
export const addAd = async (world: World, more: JsonObject = {}): Promise<number> => {
  const body = { AdId: 0, Title: `Ad ${world.next()}`, ...more }
  const ContactId = String(more.ContactId ?? (await world.person()))
  return Number((await world.post('/api/sponsorships/displayad/save', { ...body, ContactId })).AdId)
}

/** The bodies of changes of advertising, whose examples reference records. */
export const ADVERTISING_BODIES: Record<string, (world: World, ids: Ids) => Promise<JsonObject>> = {
  saveSitePage: async () => ({ Title: 'Changed' }),
  saveAdTypePlacement: async (world) => {
    const { site, page } = await addPage(world)
    return { SiteId: site, SitePageId: page, PositionTypeId: '1', AdvertisingTypeId: '1' }
  },
  saveDisplayAd: async (world) => ({ AdId: await addAd(world), Title: `Changed ${world.next()}` }),
  saveCustomAdLocation: async (world) => ({
    CustomAdLocationId: await addCustomLocation(world),
    Name: `Renamed ${world.next()}`,
  }),
}

/** Two ads with different values in every column, and their counts on two days. */
export const addCountedAds = async (world: World): Promise<void> => {
  const { site, page } = await addPage(world, { SiteModuleTypeId: '8' })
  const top = { SiteId: site, SitePageId: page, PositionTypeId: '1' }
  await world.post('/api/sponsorships/adlocations/adtypeplacement/save', { ...top, AdvertisingTypeId: '1' })
  await addPage(world, { SiteModuleTypeId: '9' })
  const CustomAdLocationId = await addCustomLocation(world)
  await addCustomLocation(world)
  const FileId = await upload(world.caller, 'banner.png', PIXEL)
  const placed = { BannerImage: { FileId }, Placements: [top, { CustomAdLocationId }] }
  const ads = [await addAd(world, placed), await addAd(world, { EndDate: '2026-01-31' })]
  const { system } = world.server.database
  const tenantId = world.caller.tenant.id
  const spots = await system.adSpot.findMany({
    where: { tenantId, OR: [{ pageId: page, position: 1 }, { locationId: CustomAdLocationId }] },
  })
  const rows = ads.flatMap((adId, at) =>
    spots.map((spot, of) => ({
      adId,
      spotId: spot.id,
      day: new Date(`2026-01-${10 + at}`),
      impressions: 5 + at + of * 3,
      clicks: at + of,
    })),
  )
  await system.adCount.createMany({ data: rows.map((row) => ({ tenantId, ...row })) })
}

/** How the walks create the records of advertising; see RECIPES. */
export const ADVERTISING_RECIPES: readonly (readonly [string, Recipe])[] = [
  [
    ':siteid',
    {
      save: 'saveSite',
      id: 'SiteId',
      body: (world) => ({ Domains: [{ Domain: `www${world.next()}.walk.example` }] }),
    },
  ],
  [':sitemoduletypeid', async () => '2'],
  [
    ':sitepageid',
    {
      save: 'saveSitePage',
      id: 'SitePageId',
      body: async (world, ids) => ({
        SiteId: Number(ids.get('siteid') ?? (await addSite(world))),
        RelativePath: `/page-${world.next()}`,
      }),
    },
  ],
  [
    ':adid',
    {
      save: 'saveDisplayAd',
      id: 'AdId',
      body: async (world) => ({ ContactId: await world.person(), BannerImage: null, Placements: [] }),
    },
  ],
  [':spotid', async () => '1'],
  [':customadlocationid', { save: 'saveCustomAdLocation', id: 'CustomAdLocationId' }],
]
