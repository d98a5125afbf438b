import { PIXEL, upload } from '#test/support/integration/files'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import { REPLACED } from '#test/support/walks/growing'
import {
  byName,
  createPerson,
  dayOf,
  type Listed,
  NUMBERS,
  shared,
  sharedRecord,
} from '#test/support/walks/lists/listed'
import { KEPT, NEVER_DELETED } from '#test/support/walks/no-uses'
import { saved } from '#test/support/walks/recipes'
import { addSaleableItem, addSponsorshipType } from '#test/support/walks/sponsors'
import type { UsedRecords } from '#test/support/walks/used-records'
import { fill, type World } from '#test/support/walks/world'
import { addAd, addCustomLocation, addPage, addSite, addSponsor } from './sponsorships-records.ts'

/** Two ads with different values in every column, and their counts on two days. */
const addCountedAds = async (world: World): Promise<void> => {
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

/** Records that every tenant or contact has. */
const saveSiteModule = async (world: World, url: string) => {
  await world.post(fill(url, new Map([['sitemoduletypeid', '6']])), { AuditId: 1, IsAllowed: true })
  return { url: fill(url, new Map([['sitemoduletypeid', '6']])), id: 6 }
}

const MODULES = [
  ...['Content', 'Directory', 'Calendar', 'Events', 'Store'],
  ...['Jobs', 'Hot deals', 'Sponsor portal', 'Contact portal'],
]

const site = (world: World) =>
  shared(world, 'site', async () => Number((await world.post('/api/sponsorships/sites/0', { Name: 'Shared' })).SiteId))

/** Pages of one site by their titles. */
const pages = (SiteModuleTypeId: string): Listed => ({
  order: 'name',
  create: async (Title, _ids, world) => {
    await addPage(world, { Title, SiteId: await site(world), SiteModuleTypeId })
  },
})

const listed = pages('2')

const sponsors: Listed = {
  order: 'name',
  create: async (label, _ids, world) =>
    addSponsor(world, {
      ContactId: await createPerson(world, label),
      SponsorshipTypeId: await sharedRecord(world, 'sponsorshiptypeid'),
    }),
}

/** As usedRecords, for sites and locations of ads. */
const usedAdvertising = (world: World): UsedRecords => ({
  'site <- page': async () => `/api/sponsorships/sites/${(await addPage(world)).site}`,
  'sitepage <- display ad': async () => {
    const { site, page } = await addPage(world)
    await addAd(world, { Placements: [{ SiteId: site, SitePageId: page, PositionTypeId: '2' }] })
    return `/api/sponsorships/sitepages/${page}`
  },
  'customadlocation <- display ad': async () => {
    const CustomAdLocationId = await addCustomLocation(world)
    await addAd(world, { Placements: [{ CustomAdLocationId }] })
    return `/api/sponsorships/customadlocations/${CustomAdLocationId}`
  },
})

/** As usedRecords, for sponsorship types and sponsors. */
const usedSponsors = (world: World): UsedRecords => {
  const pack = async () =>
    Number((await world.post('/api/benefits/packages/0', { Name: `Pack ${world.next()}` })).BenefitPackageId)

  return {
    'feeitem <- sponsorship type': async () => {
      const SaleableItemId = await addSaleableItem(world)
      await addSponsorshipType(world, { SaleableItem: { SaleableItemId } })
      return `/api/finance/feeitems/${SaleableItemId}`
    },
    'benefitpackage <- sponsorship type': async () => {
      const id = await pack()
      await addSponsorshipType(world, { SponsorBenefitId: String(id) })
      return `/api/benefits/packages/${id}`
    },
    'benefitpackage <- sponsor': async () => {
      const id = await pack()
      const SponsorshipTypeId = await addSponsorshipType(world, { SponsorBenefitId: String(id) })
      const later = await addSponsor(world, { SponsorshipTypeId, StartDate: '2150-01-01', Status: 'Approved' })
      // The grant of a term that is over before it begins is deleted: then only the sponsor uses the package.
      const over = { AuditId: Number(later.AuditId), StartDate: '2020-01-01', EndDate: '2020-12-31' }
      await world.post(`/api/sponsorships/sponsors/${later.SponsorId}`, over)
      await world.post(`/api/sponsorships/types/${SponsorshipTypeId}`, { AuditId: 1, SponsorBenefitId: null })
      return `/api/benefits/packages/${id}`
    },
    'sponsorshiptype <- sponsor': async () =>
      `/api/sponsorships/types/${(await addSponsor(world)).SponsorshipTypeId}/1`,
    'contact <- sponsor': async () => `/api/contacts/${(await addSponsor(world, { Status: 'Approved' })).ContactId}/1`,
  }
}

export const walks: AreaWalks = {
  tables: {
    adid: 'display_ad',
  },
  recipes: [
    [
      ':sponsorshiptypeid',
      saved('saveSponsorshipType', 'SponsorshipTypeId', async (world) => ({
        SponsorBenefitId: (await world.idsFor(':benefitpackageid')).get('benefitpackageid') ?? null,
        SaleableItem: { SaleableItemId: await addSaleableItem(world) },
      })),
    ],
    [
      ':sponsorid',
      saved('saveSponsor', 'SponsorId', async (world) => ({
        ContactId: Number(await world.person()),
        SponsorshipTypeId: await addSponsorshipType(world),
      })),
    ],
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
  ],
  bodies: {
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
  },
  lists: {
    listSites: byName('saveSite', 'Name', { Domains: [] }),
    listSitePages: listed,
    listAdLocations: listed,
    listPortalPages: pages('9'),
    listDisplayAds: {
      order: 'ascending',
      create: async (Title, _ids, world) => {
        await addAd(world, { Title, EndDate: dayOf(Title) })
      },
    },
    listAdCounts: {
      order: 'descending',
      create: async (Title, _ids, world) => {
        const adId = await addAd(world, { Title })
        const { tenant } = world.caller
        const data = { tenantId: tenant.id, adId, day: new Date(dayOf(Title)), impressions: 1 }
        await world.server.database.system.adCount.create({ data })
      },
    },
    listCustomAdLocations: byName('saveCustomAdLocation'),
    listSponsors: sponsors,
    listSponsorshipTypes: {
      order: 'descending',
      create: async (Name, _ids, world) =>
        addSponsorshipType(world, {
          Name,
          SaleableItem: { SaleableItemId: await addSaleableItem(world, NUMBERS[Name]) },
        }),
    },
    lookupSponsorshipTypes: { order: 'name', create: (Name, _ids, world) => addSponsorshipType(world, { Name }) },
    lookupAllowedSiteModules: MODULES,
    listSiteModules: MODULES,
    getSponsorBanners: 'has the ads of one contact; the tests of banners check their order',
  },
  rows: addCountedAds,
  uses: (world) => ({ ...usedAdvertising(world), ...usedSponsors(world) }),
  noUses: {
    'ad_count -> ad_spot': 'the deletion of a spot takes it off its counts',
    'ad_count -> display_ad': NEVER_DELETED,
    'display_ad -> contact': KEPT,
    'site_page -> site_module': NEVER_DELETED,
    'sponsor -> invoice': NEVER_DELETED,
  },
  bounds: {
    'saveSite Domains': REPLACED,
    'saveDisplayAd Placements': REPLACED,
  },
  otherDeletions: {
    deleteSponsor: UNREFERENCED,
  },
  delivered: {
    sitemodule: { create: saveSiteModule },
  },
}
