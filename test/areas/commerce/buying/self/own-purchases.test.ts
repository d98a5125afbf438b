import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type StoreBench } from '#test/support/commerce/buying'
import { upload } from '#test/support/integration/files'
import type { Json } from '#test/support/people/contact-parts'
import {
  addFirm,
  addMember,
  type MemberTokens,
  makeOwner,
  memberTokens,
  type TestMember,
} from '#test/support/people/members'

let bench: StoreBench
let one: TestMember
let member: MemberTokens
let fileId: number
beforeAll(async () => {
  bench = await openStore()
  one = await addMember(bench.mine)
  member = await memberTokens(bench.server, bench.mine, one)
  fileId = await upload(bench.mine, 'code.txt', 'Code of practice')
})
afterAll(() => bench.server.close())

const ORDERS = '/api/self/store/orders'
const DOWNLOADS = '/api/self/store/downloads'

/** Sells a file to a contact, and returns the order. */
const sell = async (contactId: number): Promise<Json> => {
  const item = await bench.item({ kindId: 1, downloadFileId: fileId })
  const order = await bench.buy(contactId, [[item, 1]])
  await bench.settle()
  return order
}

describe('GET /api/self/store/orders (listOwnStoreOrders)', () => {
  test('lists the orders of the member and of its firm, and no others, without what staff only see', async () => {
    const firm = await addFirm(bench.mine)
    await makeOwner(bench.mine, one.contactId, firm)
    const other = await sell(await bench.person())
    const own = await sell(one.contactId)
    const ofFirm = await sell(firm)
    const { body } = await bench.good('listOwnStoreOrders', member.get(ORDERS))
    const ids = (body.Orders as Json[]).map(({ StorePurchaseId }) => StorePurchaseId)
    expect(ids).toEqual([ofFirm.StorePurchaseId, own.StorePurchaseId])
    expect(ids).not.toContain(other.StorePurchaseId)
    expect(body.Orders).toMatchObject([
      { ContactId: firm },
      { Total: 10, Status: 'Paid', LineItems: [{ Quantity: 1 }] },
    ])
    expect(JSON.stringify(body)).not.toContain('Cost')
  })

  test('requires a member', async () => {
    for (const url of [ORDERS, DOWNLOADS]) {
      const response = await bench.mine.get(url)
      expect([response.statusCode, response.json().code]).toEqual([403, 'not-a-member'])
      expect((await bench.server.app.inject({ url })).statusCode).toBe(401)
    }
  })
})

describe('GET /api/self/store/downloads (listOwnStoreDownloads)', () => {
  test('lists the files that the member has bought, and no others', async () => {
    const order = await sell(one.contactId)
    await sell(await bench.person())
    const { body } = await bench.good('listOwnStoreDownloads', member.get(DOWNLOADS))
    const [newest] = body.Downloads as Json[]
    const { StorePurchaseId } = order
    expect(newest).toMatchObject({ StorePurchaseId, FileName: 'code.txt', DownloadCount: 0, IsExpired: false })
  })
})
