import { list, type OfferedIds } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { PART } from '#test/support/walks/deletions'
import { REPLACED, VALUES } from '#test/support/walks/growing'
import { dayOf, type Listed, NUMBERS } from '#test/support/walks/lists/listed'
import { addPicture, addStoreItem } from '#test/support/walks/store'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { Ids, World } from '#test/support/walks/world'

const addOn = (body: object = {}) => ({ Settings: { IsMembershipAddOn: true }, ...body })

const item =
  (body: object = {}) =>
  async (world: World) => ({ ids: { id: await addStoreItem(world, 0, addOn(body)) } })

const save = (ids: OfferedIds, body: object) => ({
  method: 'POST' as const,
  url: '/api/store/storeitems/0/save',
  body: { StoreItemId: ids.id, Name: `Saved ${ids.id}`, Price: 5, ...body },
})

const IMAGES = 'a save only takes over images of item 0; the tests of images check the limit'

const items: Listed = {
  order: 'oldest',
  create: (Name, _ids, world) => addStoreItem(world, 0, { Name, Settings: { IsMembershipAddOn: true } }),
}

/** Adds an image to an item. Returns its id. */
const addItemImage = async (world: World, itemId: number): Promise<number> =>
  Number((await world.post(`/api/store/${itemId}/preimage/0/${await addPicture(world)}`, {})).ImageId)

const itemOf = (ids: Ids): number => Number(ids.get('storeitemid'))

const linked = (world: World, path: string, name: string) => world.idsFor(path).then((ids) => Number(ids.get(name)))

/** As usedRecords, for the records that store items use. */
const usedByStore = (world: World): UsedRecords => ({
  'feeitem <- store item': async () => {
    const id = await linked(world, ':feeitemid', 'feeitemid')
    await addStoreItem(world, 0, { SaleableItemId: String(id) })
    return `/api/finance/feeitems/${id}`
  },
  'transactionclass <- store item': async () => {
    const id = await linked(world, ':classid', 'classid')
    await addStoreItem(world, 0, { AccountingClassId: String(id) })
    return `/api/finance/classes/${id}`
  },
  'taxset <- store item': async () => {
    const TaxSetId = await linked(world, ':taxsetid', 'taxsetid')
    await addStoreItem(world, 0, { Settings: { TaxSetId } })
    return `/api/finance/taxsets/${TaxSetId}`
  },
  'categoryitem <- store item': async () => {
    const sent = { CategoryTypeId: 4, Name: `Shelf ${world.next()}` }
    const { CategoryListId } = await world.post('/api/contacts/categorylists/0', sent)
    const { CategoryItemId } = await world.post(`/api/contacts/categorylists/${CategoryListId}/items/0`, {
      Name: 'Cups',
    })
    await addStoreItem(world, 0, { CategoryItemId: String(CategoryItemId) })
    return `/api/contacts/categorylists/${CategoryListId}/items/${CategoryItemId}`
  },
  'membershiptype <- store item': async () => {
    const { MembershipTypeId } = await world.post('/api/membershiptypes/0', { Name: `Type ${world.next()}` })
    const MembershipTypes = [{ MembershipTypeId: Number(MembershipTypeId), IsSelected: true }]
    await addStoreItem(world, 0, { MembershipTypes })
    return `/api/membershiptypes/${MembershipTypeId}`
  },
  'file <- store item': async () => {
    const id = await addStoreItem(world, 1)
    const { PostSubmitDownloadFile } = await world.get(`/api/store/storeitems/1/${id}`)
    return `/api/files/${(PostSubmitDownloadFile as { FileId: number }).FileId}`
  },
  'storeitem <- voucher': async () => {
    const VoucherStoreItemId = await addStoreItem(world)
    await addStoreItem(world, 2, { VoucherTypeId: 3, Settings: { VoucherStoreItemId } })
    return `/api/store/storeitems/${VoucherStoreItemId}`
  },
})

/** The body of a change of an item of each kind. */
const changeOf = (kind: number) => async (world: World) => {
  const StoreItemId = await addStoreItem(world, kind)
  const own = kind === 2 ? { VoucherTypeId: 1 } : {}
  return { StoreItemId, Name: `Changed ${world.next()}`, Price: kind === 3 ? 0 : 6, ...own }
}

export const walks: AreaWalks = {
  tables: {
    imageid: 'store_item_image',
    storeiteminventoryid: 'store_item_lot',
  },
  recipes: [
    ['/storeitems/1/:storeitemid', async (world) => String(await addStoreItem(world, 1))],
    ['/storeitems/2/:storeitemid', async (world) => String(await addStoreItem(world, 2))],
    ['/storeitems/3/:storeitemid', async (world) => String(await addStoreItem(world, 3))],
    [':storeitemid', async (world) => String(await addStoreItem(world))],
    [
      ':storeiteminventoryid',
      {
        save: 'saveStoreInventoryRecord',
        id: 'StoreItemInventoryId',
        body: async (world) => ({ StoreItemId: await addStoreItem(world), StoreSubItemId: null }),
      },
    ],
    [':imageid', async (world, ids) => String(await addItemImage(world, itemOf(ids)))],
  ],
  bodies: {
    savePhysicalStoreItem: changeOf(0),
    saveDigitalStoreItem: changeOf(1),
    saveVoucherStoreItem: changeOf(2),
    saveInformationalStoreItem: changeOf(3),
  },
  lists: {
    listStoreItems: items,
    searchStoreItems: items,
    lookupStoreItems: items,
    listMembershipAddOns: items,
    searchMembershipAddOns: items,
    lookupMembershipAddOns: items,
    lookupStoreSubItems: {
      order: 'ascending',
      create: async (Name, ids, world) => {
        const StoreItemId = Number(ids.get('storeitemid'))
        const { Name: name } = await world.get(`/api/store/storeitems/0/${StoreItemId}`)
        const SubItems = [{ Name, DisplayOrder: NUMBERS[Name] }]
        await addStoreItem(world, 0, { StoreItemId, Name: String(name), HasSubItems: true, SubItems })
      },
    },
    getStoreItemPurchaseHistory: {
      order: 'descending',
      create: async (label, ids, world) => {
        const lot = { StoreItemId: Number(ids.get('storeitemid')), PurchasePrice: 1, Quantity: 1 }
        const { StoreItemInventoryId } = await world.post('/api/store/inventory/0', {
          ...lot,
          PurchaseDate: dayOf(label),
        })
        return `"StoreItemInventoryId":${StoreItemInventoryId},`
      },
    },
  },
  actions: [
    {
      name: 'store item',
      shapes: ['StoreDisplayOrderRow'],
      area: 'store',
      reads: [
        list('listStoreItems', (ids) => `/api/store/storeitems?$filter=StoreItemId eq ${ids.id}`, 'StoreItemId', 'id'),
        list(
          'listMembershipAddOns',
          (ids) => `/api/store/membership/addons?$filter=StoreItemId eq ${ids.id}`,
          'StoreItemId',
          'id',
        ),
      ],
      states: {
        active: item(),
        inactive: item({ IsActive: false }),
        'given by a voucher': async (world) => {
          const made = await item()(world)
          const VoucherStoreItemId = made.ids.id
          await addStoreItem(world, 2, { VoucherTypeId: 3, Settings: { VoucherStoreItemId } })
          return made
        },
        sold: async (world) => {
          const made = await item()(world)
          const where = { tenantId: world.caller.tenant.id, id: made.ids.id }
          await world.server.database.system.storeItem.updateMany({ where, data: { isSold: true } })
          return made
        },
      },
      actions: {
        edit: (ids) => save(ids, { ShortDescription: 'Changed' }),
        activate: (ids) => save(ids, { IsActive: true }),
        deactivate: (ids) => save(ids, { IsActive: false }),
        delete: (ids) => ({ method: 'DELETE', url: `/api/store/storeitems/${ids.id}` }),
      },
      harmless: {
        activate: 'an active item stays active',
        deactivate: 'an inactive item stays inactive',
      },
    },
  ],
  uses: usedByStore,
  noUses: {
    'store_item_supplier -> contact': 'a deleted contact stays stored, and the item shows no supplier',
  },
  bounds: {
    'savePhysicalStoreItem CustomFields': VALUES,
    'saveDigitalStoreItem CustomFields': VALUES,
    'saveVoucherStoreItem CustomFields': VALUES,
    'saveInformationalStoreItem CustomFields': VALUES,
    'savePhysicalStoreItem Images': IMAGES,
    'savePhysicalStoreItem MembershipTypes': REPLACED,
    'saveDigitalStoreItem Images': IMAGES,
    'saveDigitalStoreItem MembershipTypes': REPLACED,
    'saveVoucherStoreItem Images': IMAGES,
    'saveVoucherStoreItem MembershipTypes': REPLACED,
    'saveInformationalStoreItem Images': IMAGES,
    'saveInformationalStoreItem MembershipTypes': REPLACED,
    'savePhysicalStoreItem SubItems': 'the tests of store items check the limit',
  },
  otherDeletions: {
    deleteStoreInventoryRecord: 'is refused if orders have used pieces of it',
    deleteStoreImage: PART,
  },
}
