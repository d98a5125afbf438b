import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type StoreBench } from '#test/support/commerce/buying'
import { upload } from '#test/support/integration/files'
import type { Json } from '#test/support/people/contact-parts'
import { addMember, type MemberTokens, memberTokens, type TestMember } from '#test/support/people/members'

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

const DOWNLOADS = '/api/self/store/downloads'

/** Sells a file to a contact, and returns the order. */
const sell = async (contactId: number): Promise<Json> => {
  const item = await bench.item({ kindId: 1, downloadFileId: fileId })
  const order = await bench.buy(contactId, [[item, 1]])
  await bench.settle()
  return order
}

const ownDownloads = async (): Promise<Json[]> =>
  (await bench.good('listOwnStoreDownloads', member.get(DOWNLOADS))).body.Downloads as Json[]

describe('POST /api/self/store/downloads/{storeitemdigitaldownloadpurchaseid}/link (createOwnStoreDownloadLink)', () => {
  test('returns a link to a file that the member has bought, which counts the download', async () => {
    const order = await sell(one.contactId)
    const download = (await ownDownloads()).find(({ StorePurchaseId }) => StorePurchaseId === order.StorePurchaseId)
    expect(download).toMatchObject({ FileName: 'code.txt', DownloadCount: 0, IsExpired: false })
    const path = `${DOWNLOADS}/${download?.StoreItemDigitalDownloadPurchaseId}/link`
    const { body } = await bench.good('createOwnStoreDownloadLink', member.post(path))
    const url = new URL(String(body.Url)).pathname
    const file = await bench.server.app.inject({ url, headers: { accept: '*/*' } })
    expect([file.statusCode, file.body]).toEqual([200, 'Code of practice'])
    expect((await ownDownloads())[0]).toMatchObject({ DownloadCount: 1 })
  })

  test('returns 404 for the download of another contact', async () => {
    await sell(await bench.person())
    const { tenant } = bench.mine
    const newest = { where: { tenantId: tenant.id }, orderBy: { id: 'desc' } } as const
    const { id } = await bench.server.database.system.storeDownload.findFirstOrThrow(newest)
    expect((await member.post(`${DOWNLOADS}/${id}/link`)).statusCode).toBe(404)
    expect((await bench.mine.post(`${DOWNLOADS}/${id}/link`)).json().code).toBe('not-a-member')
  })
})
