import { MASS_BENEFITS } from '#areas/commerce/benefit-ledger/mass/mass.service'
import type { JsonObject } from '#kernel/contract/json'
import { runJobs } from '#test/support/jobs/run-jobs'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addBenefit } from '#test/support/walks/benefits'
import { COMMAND, IGNORED, REPLACED } from '#test/support/walks/growing'
import { contactOf } from '#test/support/walks/list-rows'
import { byName, createPerson, type Listed } from '#test/support/walks/lists/listed'
import { KEPT, NEVER_DELETED } from '#test/support/walks/no-uses'
import { saved } from '#test/support/walks/recipes'
import { addStoreItem } from '#test/support/walks/store'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'
import { addContactBenefit, addPieces } from './benefit-ledger-records.ts'

/** Runs a mass usage for contacts. Returns its id. */
const addMassUsage = async (world: World, SelectedIds: readonly number[]): Promise<string> => {
  const BenefitItemId = await addBenefit(world)
  const body = { SelectedIds, BenefitItemId, UsageQuantity: 1, ForceSave: true }
  const { JobId } = await world.post('/api/benefitledger/mass/save/recordusage', body)
  await runJobs(world.server, MASS_BENEFITS)
  return String(JobId)
}

/** A contact with a benefit, as a body of the mass operations. */
const massBody = (BenefitItemIdOf: (id: number) => number | string, more: JsonObject) => async (world: World) => {
  const { contact, item } = await addContactBenefit(world)
  return { SelectedIds: [contact], BenefitItemId: BenefitItemIdOf(item), ...more }
}

const massUsage = massBody((id) => id, { UsageQuantity: 1 })

const massAdjustment = massBody(String, {
  AdjustmentQuantity: 1,
  AdjustmentDirection: 'Up',
  AdjustmentDescription: 'Walk',
})

/** A contact with the label as its name, and pieces of a benefit. */
const pieceList = (order: Listed['order']): Listed => ({
  order,
  create: async (label, _ids, world) => {
    await addPieces(world, await createPerson(world, label), await addBenefit(world))
  },
})

const addUsages = async (world: World): Promise<void> => {
  await addMassUsage(world, [Number(await contactOf(world)), Number(await world.person()), 2_000_000_000])
}

/** As usedRecords, for commerce: benefits and their packages, payment plans. */
const usedBenefits = (world: World): UsedRecords => {
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

export const walks: AreaWalks = {
  tables: {
    contactbenefitid: 'benefit_balance',
    massoperationid: 'benefit_mass_operation',
  },
  recipes: [
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
  ],
  bodies: {
    saveBenefitAdjustment: async (world) => {
      const { contact, item } = await addContactBenefit(world)
      const BenefitItems = [{ BenefitItemId: item, AdjustmentQuantity: 1 }]
      return { ContactId: contact, BenefitItems, AdjustmentDescription: 'Walk' }
    },
    recordBenefitUsage: async (world) => {
      const { contact, item } = await addContactBenefit(world)
      return { ContactId: contact, BenefitItemId: item, UsageQuantity: 1 }
    },
    loadMassBenefitUsage: massUsage,
    saveMassBenefitUsage: massUsage,
    loadMassBenefitAdjustment: massAdjustment,
    saveMassBenefitAdjustment: massAdjustment,
  },
  lists: {
    listBenefitItems: byName('saveBenefitItem'),
    lookupBenefitItems: byName('saveBenefitItem'),
    listBenefitPackages: byName('saveBenefitPackage'),
    lookupBenefitPackages: byName('saveBenefitPackage'),
    listContactBenefits: pieceList('oldest'),
    listBenefitTransactions: pieceList('newest'),
    getBenefitEntries: {
      order: 'newest',
      create: async (label, ids, world) => {
        const ContactId = Number(ids.get('contactid'))
        const BenefitItemId = Number(ids.get('benefititemid'))
        const usage = { ContactId, BenefitItemId, UsageQuantity: 1, Description: label, ForceSave: true }
        await world.post('/api/benefitledger/manualusage', usage)
      },
    },
    lookupBenefitTransactionTypes: ['Granted', 'Used', 'Adjusted up', 'Adjusted down', 'Expired', 'Reversed'],
    listBenefitMassResults: 'has the results of one operation; the tests of mass operations check their order',
  },
  rows: addUsages,
  parents: {
    massoperationid: 'SELECT operation_id AS id FROM benefit_mass_result',
  },
  uses: usedBenefits,
  noUses: {
    'benefit_balance -> contact': KEPT,
    'benefit_grant -> contact': KEPT,
    'benefit_grant -> membership': NEVER_DELETED,
    'benefit_lot -> benefit_grant': 'only grants without lots are deleted',
    'benefit_lot -> benefit_item': 'the balance of the contact is the use',
    'benefit_transaction -> benefit_item': 'the balance of the contact is the use',
    'benefit_transaction -> benefit_lot': NEVER_DELETED,
    'benefit_transaction -> benefit_transaction': NEVER_DELETED,
    'benefit_transaction -> contact': KEPT,
    'benefit_transaction -> membership': NEVER_DELETED,
  },
  bounds: {
    'saveBenefitPackage Items': REPLACED,
    'saveBenefitAdjustment BenefitItems': COMMAND,
    'loadMassBenefitAdjustment SelectedIds': COMMAND,
    'loadMassBenefitAdjustment Contacts': IGNORED,
    'saveMassBenefitAdjustment SelectedIds': COMMAND,
    'saveMassBenefitAdjustment Contacts': IGNORED,
    'loadMassBenefitUsage SelectedIds': COMMAND,
    'loadMassBenefitUsage Contacts': IGNORED,
    'saveMassBenefitUsage SelectedIds': COMMAND,
    'saveMassBenefitUsage Contacts': IGNORED,
  },
}
