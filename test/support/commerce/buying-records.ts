import type { TestCaller } from '../build-app.ts'
import { upload } from '../integration/files.ts'
import { storeOf } from './store.ts'

/** Adds a record of each kind of buying to a tenant, for a contact of it. */
export const addBuyingRecords = async (theirs: TestCaller, ContactId: number): Promise<void> => {
  const create = async (url: string, body: object) => {
    const made = await theirs.post(url, body)
    if (made.statusCode !== 200) throw new Error(made.body)
    return made.json()
  }
  const store = storeOf(theirs)
  const file = { PostSubmitDownloadFile: { FileId: await upload(theirs, 'theirs.txt', 'theirs') } }
  const items = [
    await store.create(1, file),
    await store.create(2, { VoucherTypeId: 1, Settings: { VoucherValue: 5 } }),
  ]
  await create('/api/store/shippingmethods/0', { Name: 'Theirs', Price: 4 })
  const Lines = items.map((StoreItemId) => ({ StoreItemId, Quantity: 1 }))
  const { CartId, AuditId } = await create('/api/store/carts/0', { ContactId, Lines })
  await create(`/api/store/carts/${CartId}/checkout`, { AuditId, PaymentMethod: 'Invoice' })
}
