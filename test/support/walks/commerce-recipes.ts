import { ADVERTISING_RECIPES } from './advertising.ts'
import { addBenefit, addContactBenefit, addMassUsage } from './benefits.ts'
import type { Recipe, SaveRecipe } from './recipes.ts'
import { addSaleableItem, addSponsorshipType } from './sponsors.ts'

const saved = (save: string, id: string, body: NonNullable<SaveRecipe['body']> = () => ({})): SaveRecipe => ({
  save,
  id,
  body,
})

/** How a walk creates the records of commerce, by the end of the path that names their id. */
export const COMMERCE_RECIPES: readonly (readonly [string, Recipe])[] = [
  [
    ':membershiptypepaymentplanid',
    saved('savePaymentPlan', 'MembershipTypePaymentPlanId', async (world, ids) => {
      const level = { Name: `Level ${world.next()}`, Price: 400 }
      const url = `/api/membershiptypes/${ids.get('membershiptypeid')}/levels/0`
      const { MembershipLevelId } = await world.post(url, level)
      return { Payments: 2, MembershipLevelId: String(MembershipLevelId), PaymentPlanItems: null }
    }),
  ],
  ...ADVERTISING_RECIPES,
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
  [':benefititemid', saved('saveBenefitItem', 'BenefitItemId')],
  [
    ':benefitpackageid',
    saved('saveBenefitPackage', 'BenefitPackageId', async (world) => ({
      Items: [{ BenefitItemId: await addBenefit(world), Quantity: 10 }],
    })),
  ],
  [':contactbenefitid', async (world) => String((await addContactBenefit(world)).balance)],
  [':benefittransactionid', async (world) => String((await addContactBenefit(world)).transaction)],
  [':massoperationid', async (world) => addMassUsage(world, [Number(await world.person())])],
]
