import { addSaleableItem, addSponsor, addSponsorshipType } from './sponsors.ts'
import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

/** As usedRecords, for sponsorship types and sponsors. */
export const usedSponsors = (world: World): UsedRecords => {
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
