import { PIXEL, upload } from '../integration/files.ts'
import type { Body, Recipe } from './recipes.ts'
import type { UsedRecords } from './used-records.ts'
import type { Ids, World } from './world.ts'

/** Creates a store item of a kind. Returns its id. */
export const addStoreItem = async (world: World, kind = 0, body: Body = {}): Promise<number> => {
  const sent = { Name: `Item ${world.next()}`, Price: kind === 3 ? 0 : 5, ...(await ownFields(world, kind)), ...body }
  const made = await world.caller.post(`/api/store/storeitems/${kind}/save`, sent)
  if (made.statusCode !== 200) throw new Error(made.body)
  return Number(String(made.headers.location).split('/').at(-1))
}

const ownFields = async (world: World, kind: number): Promise<Body> => {
  if (kind === 0) return { InventoryTrackingMethodTypeId: '2' }
  if (kind === 1)
    return { PostSubmitDownloadFile: { FileId: await upload(world.caller, `code${world.next()}.txt`, 'walk') } }
  return kind === 2 ? { VoucherTypeId: 1, Settings: { VoucherValue: 5 } } : {}
}

/** Uploads a picture. Returns the id of its file. */
export const addPicture = (world: World): Promise<number> => upload(world.caller, `picture${world.next()}.png`, PIXEL)

/** Adds an image to an item. Returns its id. */
export const addItemImage = async (world: World, itemId: number): Promise<number> =>
  Number((await world.post(`/api/store/${itemId}/preimage/0/${await addPicture(world)}`, {})).ImageId)

const itemOf = (ids: Ids): number => Number(ids.get('storeitemid'))

/** The records of the store, as part of RECIPES. */
export const STORE_RECIPES: readonly (readonly [string, Recipe])[] = [
  ...[1, 2, 3].map(
    (kind) =>
      [`/storeitems/${kind}/:storeitemid`, async (world: World) => String(await addStoreItem(world, kind))] as const,
  ),
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
  ['/preimage/:imageid/:fileid', async (world) => String(await addPicture(world))],
]

const linked = (world: World, path: string, name: string) => world.idsFor(path).then((ids) => Number(ids.get(name)))

/** As usedRecords, for the records that store items use. */
export const usedByStore = (world: World): UsedRecords => ({
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

/** The bodies of saves whose body contains the id. */
export const STORE_BODIES = {
  savePhysicalStoreItem: changeOf(0),
  saveDigitalStoreItem: changeOf(1),
  saveVoucherStoreItem: changeOf(2),
  saveInformationalStoreItem: changeOf(3),
}

const IMAGES = 'a save only takes over images of item 0; the tests of images check the limit'

/** Why the lists in the bodies of saves of items cannot grow beyond their bounds, or what checks it. */
export const STORE_BOUNDS: Record<string, string> = {
  ...Object.fromEntries(
    ['Physical', 'Digital', 'Voucher', 'Informational'].flatMap((kind) => [
      [`save${kind}StoreItem Images`, IMAGES],
      [`save${kind}StoreItem MembershipTypes`, 'each save replaces the list'],
    ]),
  ),
  'savePhysicalStoreItem SubItems': 'the tests of store items check the limit',
}
