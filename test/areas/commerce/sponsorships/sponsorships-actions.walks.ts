import { document, list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import type { Body } from '#test/support/walks/recipes'
import { addSponsorshipType } from '#test/support/walks/sponsors'
import type { World } from '#test/support/walks/world'
import { addAd, addCustomLocation, addPage, addSite, addSponsor } from './sponsorships-records.ts'

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

const sponsor =
  (body: Body, step?: (world: World, row: Record<string, unknown>) => Promise<unknown>) => async (world: World) => {
    const made = await addSponsor(world, body)
    await step?.(world, made)
    return { ids: { id: Number(made.SponsorId) } }
  }

const change = (world: World, { SponsorId, AuditId }: Record<string, unknown>, body: Body) =>
  world.post(`/api/sponsorships/sponsors/${SponsorId}`, { AuditId: Number(AuditId), ...body })

const save = (body: Body) => (ids: Readonly<Record<string, number>>) => ({
  method: 'POST' as const,
  url: `/api/sponsorships/sponsors/${ids.id}`,
  body,
  version: 'AuditId',
})

const SAME = 'the sponsor has the status already, which the save keeps'

export const walks: AreaWalks = {
  actions: [
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
    {
      name: 'sponsorship type',
      shapes: ['SponsorshipTypeListItem'],
      area: 'sponsorships',
      reads: [
        list(
          'listSponsorshipTypes',
          () => '/api/sponsorships/types?options={"Take":"1000"}',
          'SponsorshipTypeId',
          'id',
        ),
      ],
      states: {
        unused: async (world) => ({ ids: { id: await addSponsorshipType(world) } }),
        'of a sponsor': async (world) => ({ ids: { id: Number((await addSponsor(world)).SponsorshipTypeId) } }),
      },
      actions: {
        view: (ids) => ({ method: 'GET', url: `/api/sponsorships/types/${ids.id}` }),
        edit: (ids) => ({
          method: 'POST',
          url: `/api/sponsorships/types/${ids.id}`,
          body: { Description: 'Changed' },
          version: 'AuditId',
        }),
        delete: (ids) => ({ method: 'DELETE', url: `/api/sponsorships/types/${ids.id}/:auditid` }),
      },
    },
    {
      name: 'sponsor',
      shapes: ['SponsorListRow'],
      area: 'sponsorships',
      reads: [
        list(
          'listSponsors',
          (ids) => `/api/sponsorships/sponsors?options={"SponsorId":"${ids.id}"}`,
          'SponsorId',
          'id',
        ),
      ],
      states: {
        pending: sponsor({}),
        'without a free position': async (world) => {
          const SponsorshipTypeId = await addSponsorshipType(world, { MaxQuantity: 1 })
          await addSponsor(world, { SponsorshipTypeId, Status: 'Approved' })
          return sponsor({ SponsorshipTypeId })(world)
        },
        'of a term that is over': sponsor({ StartDate: '2020-01-01', EndDate: '2020-12-31' }),
        approved: sponsor({ Status: 'Approved' }),
        'with a payment': sponsor({ Status: 'Approved' }, async (world, { InvoiceId, ContactId }) => {
          const Applications = [{ InvoiceId: Number(InvoiceId), Amount: 1 }]
          await world.post('/api/finance/payments/0', {
            ContactId: Number(ContactId),
            PaymentTypeId: 1,
            Amount: 1,
            Applications,
          })
        }),
        declined: sponsor({ Status: 'Declined' }),
        ended: sponsor({ StartDate: '2020-01-01', Status: 'Approved' }, (world, row) =>
          change(world, row, { EndDate: '2020-12-31' }),
        ),
      },
      actions: {
        view: (ids) => ({ method: 'GET', url: `/api/sponsorships/sponsors/${ids.id}` }),
        edit: save({}),
        approve: save({ Status: 'Approved' }),
        decline: save({ Status: 'Declined' }),
        delete: (ids) => ({ method: 'DELETE', url: `/api/sponsorships/sponsors/${ids.id}/:auditid` }),
      },
      harmless: {
        'approved: approve': SAME,
        'with a payment: approve': SAME,
        'declined: decline': SAME,
        'ended: approve': 'the sponsor is approved already; its last day decides that it has ended',
      },
    },
  ],
}
