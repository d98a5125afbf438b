import type { TestCaller } from '../build-app.ts'
import { PIXEL, upload } from '../integration/files.ts'
import { storeOf } from './store.ts'

/** Adds a record of each kind of the store to a tenant. */
export const addStoreRecords = async (theirs: TestCaller): Promise<void> => {
  const store = storeOf(theirs)
  const id = await store.create(0, { Name: 'Theirs', InventoryTrackingMethodTypeId: '2' })
  await store.addLot(id, 5)
  await theirs.post(`/api/store/${id}/preimage/0/${await upload(theirs, 'theirs.png', PIXEL)}`, {})
}
