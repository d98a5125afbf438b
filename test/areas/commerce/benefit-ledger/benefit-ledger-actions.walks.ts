import { document, list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addBenefit } from '#test/support/walks/benefits'
import type { World } from '#test/support/walks/world'
import { addContactBenefit, addPieces, benefitIds } from './benefit-ledger-records.ts'

const setupKind = (
  shape: 'BenefitItem' | 'BenefitPackage',
  name: string,
  path: string,
  states: OfferedKind['states'],
): OfferedKind => ({
  name,
  shapes: [shape],
  area: 'benefit-ledger',
  reads: [
    document(`get${shape}`, (ids) => `/api/benefits/${path}/${ids.id}`),
    list(`list${shape}s`, (ids) => `/api/benefits/${path}?Filter=${shape}Id eq ${ids.id}`, `${shape}Id`, 'id'),
  ],
  states: {
    unused: async (world) => {
      const made = await world.post(`/api/benefits/${path}/0`, { Name: `Free ${world.next()}` })
      return { ids: { id: Number(made[`${shape}Id`]) } }
    },
    ...states,
  },
  actions: {
    view: (ids) => ({ method: 'GET', url: `/api/benefits/${path}/${ids.id}` }),
    edit: (ids) => ({
      method: 'POST',
      url: `/api/benefits/${path}/${ids.id}`,
      body: { Description: 'Changed' },
      version: 'AuditId',
    }),
    delete: (ids) => ({ method: 'DELETE', url: `/api/benefits/${path}/${ids.id}` }),
  },
})

const addPackage = async (world: World, BenefitItemId: number): Promise<number> => {
  const Items = [{ BenefitItemId, Quantity: 1 }]
  return Number(
    (await world.post('/api/benefits/packages/0', { Name: `Pack ${world.next()}`, Items })).BenefitPackageId,
  )
}

const pieces = (quantity: number) => async (world: World) => {
  const { contact, item, balance } = await addContactBenefit(world)
  if (quantity !== 5) await addPieces(world, contact, item, quantity - 5)
  return { ids: { id: balance, contact, item } }
}

/** A transaction of a new contact after some steps. */
const transaction =
  (step?: (world: World, contact: number, item: number) => Promise<unknown>) => async (world: World) => {
    const { contact, item } = await addContactBenefit(world)
    await step?.(world, contact, item)
    return { ids: { id: (await benefitIds(world, contact)).transaction } }
  }

const use = (world: World, ContactId: number, BenefitItemId: number) =>
  world.post('/api/benefitledger/manualusage', { ContactId, BenefitItemId, UsageQuantity: 2 })

export const walks: AreaWalks = {
  actions: [
    setupKind('BenefitItem', 'benefit', 'items', {
      'of a package': async (world) => {
        const id = await addBenefit(world)
        await addPackage(world, id)
        return { ids: { id } }
      },
    }),
    setupKind('BenefitPackage', 'benefit package', 'packages', {
      'of a level': async (world) => {
        const id = await addPackage(world, await addBenefit(world))
        const { MembershipTypeId } = await world.post('/api/membershiptypes/0', { Name: `Type ${world.next()}` })
        const level = { Name: 'Level', Price: 0, BenefitPackageId: id }
        await world.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, level)
        return { ids: { id } }
      },
    }),
    {
      name: 'benefit of a contact',
      shapes: ['ContactBenefit', 'BenefitSummaryItem'],
      area: 'benefit-ledger',
      reads: [
        document('getContactBenefit', (ids) => `/api/benefits/contactbenefits/${ids.id}`),
        list(
          'listContactBenefits',
          (ids) => `/api/benefits/contactbenefits?Filter=ContactBenefitId eq ${ids.id}`,
          'ContactBenefitId',
          'id',
        ),
      ],
      states: { available: pieces(5), 'used up': pieces(0) },
      actions: {
        viewEntries: ({ contact, item }) => ({
          method: 'GET',
          url: `/api/benefitledger/contact/${contact}/${item}/entries`,
        }),
        recordUsage: ({ contact, item }) => ({
          method: 'POST',
          url: '/api/benefitledger/manualusage',
          body: { ContactId: contact, BenefitItemId: item, UsageQuantity: 1 },
        }),
        adjust: ({ contact, item }) => ({
          method: 'POST',
          url: '/api/benefitledger/contact/adjustment',
          body: {
            ContactId: contact,
            BenefitItems: [{ BenefitItemId: item, AdjustmentQuantity: 1 }],
            AdjustmentDescription: 'Walk',
          },
        }),
      },
    },
    {
      name: 'transaction of the benefit ledger',
      shapes: ['BenefitLedgerTransaction'],
      area: 'benefit-ledger',
      reads: [
        document('getBenefitTransaction', (ids) => `/api/benefits/transactions/${ids.id}`),
        list(
          'listBenefitTransactions',
          (ids) => `/api/benefits/transactions?Filter=BenefitTransactionId eq ${ids.id}`,
          'BenefitTransactionId',
          'id',
        ),
      ],
      states: {
        'of a usage': transaction(use),
        'of an adjustment': transaction(),
        'of a reversal': transaction(async (world, contact, item) => {
          await use(world, contact, item)
          const { transaction: id } = await benefitIds(world, contact)
          await world.post(`/api/benefits/transactions/${id}/reverse`)
        }),
      },
      actions: {
        view: (ids) => ({ method: 'GET', url: `/api/benefits/transactions/${ids.id}` }),
        reverse: (ids) => ({ method: 'POST', url: `/api/benefits/transactions/${ids.id}/reverse` }),
      },
    },
  ],
}
