import { PIXEL, upload } from '../integration/files.ts'
import type { Body } from './recipes.ts'
import type { World } from './world.ts'

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
