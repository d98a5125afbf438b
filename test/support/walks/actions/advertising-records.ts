import { addAd, addCustomLocation, addPage, addSite } from '../advertising.ts'
import { document, list, type OfferedKind } from './offered-records.ts'

const kind = (
  shape: 'Site' | 'SitePage',
  name: string,
  path: string,
  change: object,
  states: OfferedKind['states'],
): OfferedKind => ({
  name,
  shapes: [shape],
  area: 'sponsorships',
  reads: [
    document(`get${shape}`, (ids) => `/api/sponsorships/${path}/${ids.id}`),
    list(`list${shape}s`, (ids) => `/api/sponsorships/${path}?Filter=${shape}Id eq ${ids.id}`, `${shape}Id`, 'id'),
  ],
  states,
  actions: {
    view: (ids) => ({ method: 'GET', url: `/api/sponsorships/${path}/${ids.id}` }),
    edit: (ids) => ({
      method: 'POST',
      url: `/api/sponsorships/${path}/${ids.id}`,
      body: { ...change },
      version: 'AuditId',
    }),
    delete: (ids) => ({ method: 'DELETE', url: `/api/sponsorships/${path}/${ids.id}` }),
  },
})

/** The records of advertising. */
export const advertisingRecords: readonly OfferedKind[] = [
  kind(
    'Site',
    'site',
    'sites',
    { Domains: [] },
    {
      empty: async (world) => ({ ids: { id: await addSite(world) } }),
      'with a page': async (world) => ({ ids: { id: (await addPage(world)).site } }),
    },
  ),
  kind(
    'SitePage',
    'page of a site',
    'sitepages',
    { Title: 'Changed' },
    {
      empty: async (world) => ({ ids: { id: (await addPage(world)).page } }),
      'with an ad': async (world) => {
        const { page } = await addPage(world)
        await addAd(world, { Placements: [{ SitePageId: page, PositionTypeId: '1' }] })
        return { ids: { id: page } }
      },
    },
  ),
  {
    name: 'site module',
    shapes: ['SiteModule'],
    area: 'sponsorships',
    reads: [
      document('getSiteModule', (ids) => `/api/sponsorships/sitemodules/${ids.id}`),
      list('listSiteModules', () => '/api/sponsorships/sitemodules', 'SiteModuleTypeId', 'id'),
    ],
    states: { allowed: async () => ({ ids: { id: 3 } }) },
    actions: {
      view: (ids) => ({ method: 'GET', url: `/api/sponsorships/sitemodules/${ids.id}` }),
      edit: (ids) => ({
        method: 'POST',
        url: `/api/sponsorships/sitemodules/${ids.id}`,
        body: { IsAllowed: true },
        version: 'AuditId',
      }),
    },
  },
  {
    name: 'custom ad location',
    shapes: ['CustomAdLocationListItem'],
    area: 'sponsorships',
    reads: [list('listCustomAdLocations', () => '/api/sponsorships/customadlocations', 'CustomAdLocationId', 'id')],
    states: {
      empty: async (world) => ({ ids: { id: await addCustomLocation(world) } }),
      'with an ad': async (world) => {
        const id = await addCustomLocation(world)
        await addAd(world, { Placements: [{ CustomAdLocationId: id }] })
        return { ids: { id } }
      },
    },
    actions: {
      edit: (ids) => ({
        method: 'POST',
        url: '/api/sponsorships/customadlocations/save',
        body: { CustomAdLocationId: Number(ids.id), Name: `Renamed ${ids.id}` },
      }),
      delete: (ids) => ({ method: 'DELETE', url: `/api/sponsorships/customadlocations/${ids.id}` }),
    },
  },
]
