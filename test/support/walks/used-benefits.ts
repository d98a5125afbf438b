import { addBenefit, addContactBenefit } from './benefits.ts'
import { usedByPlans } from './payment-plans.ts'
import { addStoreItem } from './store.ts'
import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

/** As usedRecords, for commerce: benefits and their packages, payment plans. */
export const usedBenefits = (world: World): UsedRecords => {
  const pack = async (Items: object[] = []) =>
    Number((await world.post('/api/benefits/packages/0', { Name: `Pack ${world.next()}`, Items })).BenefitPackageId)
  const level = async (BenefitPackageId: number) => {
    const MembershipTypeId = Number(
      (await world.post('/api/membershiptypes/0', { Name: `T ${world.next()}` })).MembershipTypeId,
    )
    const body = { Name: 'Level', Price: 0, BenefitPackageId }
    const { MembershipLevelId } = await world.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, body)
    return { MembershipTypeId, LevelId: Number(MembershipLevelId) }
  }

  return {
    ...usedByPlans(world),
    'benefititem <- benefit package': async () => {
      const BenefitItemId = await addBenefit(world)
      await pack([{ BenefitItemId, Quantity: 1 }])
      return `/api/benefits/items/${BenefitItemId}`
    },
    'benefititem <- contact': async () => `/api/benefits/items/${(await addContactBenefit(world)).item}`,
    'storeitem <- benefit': async () => {
      const StoreItemId = await addStoreItem(world)
      await addBenefit(world, { StoreItemId })
      return `/api/store/storeitems/${StoreItemId}`
    },
    'benefitpackage <- membership level': async () => {
      const id = await pack()
      await level(id)
      return `/api/benefits/packages/${id}`
    },
    'benefitpackage <- contact': async () => {
      const id = await pack([{ BenefitItemId: await addBenefit(world), Quantity: 1 }])
      const { MembershipTypeId, LevelId } = await level(id)
      await world.post('/api/memberships/0', { ContactId: Number(await world.person()), MembershipTypeId, LevelId })
      const url = `/api/membershiptypes/${MembershipTypeId}/levels/${LevelId}`
      await world.post(url, { AuditId: 1, BenefitPackageId: null })
      return `/api/benefits/packages/${id}`
    },
  }
}
