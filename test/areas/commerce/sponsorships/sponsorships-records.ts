import type { JsonObject } from '#kernel/contract/json'
import type { Body } from '#test/support/walks/recipes'
import { addSponsorshipType } from '#test/support/walks/sponsors'
import type { World } from '#test/support/walks/world'

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

/** Makes a new contact a sponsor. Returns the row. */
export const addSponsor = async (world: World, body: Body = {}) =>
  world.post('/api/sponsorships/sponsors/0', {
    ContactId: Number(await world.person()),
    SponsorshipTypeId: body.SponsorshipTypeId ?? (await addSponsorshipType(world)),
    ...body,
  })
