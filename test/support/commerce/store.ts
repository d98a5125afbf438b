import type { StoreItemKind0, StoreItemKind1, StoreItemKind2, StoreItemKind3 } from '#contract/commerce/store'
import type { TestCaller } from '../build-app.ts'
import { upload } from '../integration/files.ts'

type Caller = Pick<TestCaller, 'get' | 'post' | 'delete'>

export type AnyItem = StoreItemKind0 & Partial<StoreItemKind1 & StoreItemKind2 & StoreItemKind3>

let made = 0

/** Short functions for requests about store items. */
export const storeOf = (caller: Caller) => {
  const save = (kind: number, body: object, headers = {}) =>
    caller.post(`/api/store/storeitems/${kind}/save`, { Name: `Item ${++made}`, Price: 12.5, ...body }, headers)
  const get = (kind: number, id: number) => caller.get(`/api/store/storeitems/${kind}/${id}`)
  /** Creates an item and returns its id. */
  const create = async (kind: number, body: object = {}): Promise<number> => {
    const answer = await save(kind, body)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return Number(String(answer.headers.location).split('/').at(-1))
  }
  const read = async (kind: number, id: number): Promise<AnyItem> => (await get(kind, id)).json()
  const saveLot = (id: number, body: object) =>
    caller.post(`/api/store/inventory/${id}`, { PurchasePrice: 6.4, ...body })
  return {
    save,
    get,
    create,
    read,
    saveLot,
    /** Creates a digital item with a file. */
    createDigital: async (body: object = {}) =>
      create(1, { PostSubmitDownloadFile: { FileId: await upload(caller, 'code.pdf', '%PDF-1.4 text') }, ...body }),
    /** Adds a lot and returns its id. */
    addLot: async (StoreItemId: number, Quantity: number, body: object = {}): Promise<number> => {
      const answer = await saveLot(0, { StoreItemId, Quantity, ...body })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json().StoreItemInventoryId
    },
  }
}
