import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import { upload } from '#test/support/integration/files'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: StoreBench
let buyer: number
let fileId: number
beforeAll(async () => {
  bench = await openStore()
  buyer = await bench.person()
  fileId = await upload(bench.mine, 'code.txt', 'Code of practice')
})
afterAll(() => bench.server.close())

/** Sells a download and returns its row of the list. */
const sell = async (data: object = {}, contactId = buyer): Promise<Json> => {
  const item = await bench.item({ kindId: 1, downloadFileId: fileId, ...data })
  const order = await bench.buy(contactId, [[item, 1]])
  await bench.settle()
  const Filter = `StorePurchaseId eq ${order.StorePurchaseId}`
  const { body } = await bench.good('searchStoreDownloads', bench.post('/storedownloads', { Filter }))
  return (body.Results as Json[])[0] ?? {}
}

const link = ({ StoreItemDigitalDownloadPurchaseId: id }: Json) => bench.post(`/storedownloads/${id}/link`)

const openLink = async (row: Json) => {
  const { body } = await bench.good('createStoreDownloadLink', link(row))
  const path = new URL(String(body.Url)).pathname
  return () => bench.server.app.inject({ method: 'GET', url: path, headers: { accept: '*/*' } })
}

describe('POST /api/store/storedownloads/{storeitemdigitaldownloadpurchaseid}/link (createStoreDownloadLink)', () => {
  test('is refused until the order is paid', async () => {
    const item = await bench.item({ kindId: 1, downloadFileId: fileId })
    const order = await bench.buy(buyer, [[item, 1]])
    const Filter = `StorePurchaseId eq ${order.StorePurchaseId}`
    const [row] = (await bench.post('/storedownloads', { Filter })).json().Results as Json[]
    expect(await refusal(link(row ?? {}))).toEqual([409, 'download-ended'])
    await bench.settle()
    expect((await link(row ?? {})).statusCode).toBe(200)
  })
})

describe('GET /api/public/storedownloads/{token} (getStoreDownloadFile)', () => {
  test('sends the file without a credential, counts, and ends at the limit', async () => {
    const row = await sell({ maxDownloads: 2 })
    const open = await openLink(row)
    const first = await open()
    expect([first.statusCode, first.body]).toEqual([200, 'Code of practice'])
    expect((await open()).statusCode).toBe(200)
    expect(await refusal(open())).toEqual([409, 'download-ended'])
    const Filter = `StoreItemDigitalDownloadPurchaseId eq ${row.StoreItemDigitalDownloadPurchaseId}`
    const { Results } = (await bench.post('/storedownloads', { Filter })).json()
    expect(Results).toMatchObject([{ DownloadCount: 2, IsExpired: true, FileName: 'code.txt', Actions: ['revoke'] }])
    const url = '/api/public/storedownloads/1f-forged'
    expect((await bench.server.app.inject({ method: 'GET', url })).statusCode).toBe(404)
  })

  test('ends with the membership of the buyer, and with the time', async () => {
    const { mine } = bench
    const { MembershipTypeId } = (await mine.post('/api/membershiptypes/0', { Name: 'Reader' })).json()
    const level = { Name: 'Level', Price: 0 }
    const { MembershipLevelId } = (await mine.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, level)).json()
    const ContactId = await bench.person()
    const body = { ContactId, MembershipTypeId, LevelId: MembershipLevelId }
    const { MembershipId } = (await mine.post('/api/memberships/0', body)).json()
    const open = await openLink(await sell({ needsMembership: true }, ContactId))
    expect((await open()).statusCode).toBe(200)
    const { tenant } = mine
    const where = { tenantId: tenant.id, id: Number(MembershipId) }
    await bench.server.database.system.membership.updateMany({ where, data: { status: 'Cancelled' } })
    expect(await refusal(open())).toEqual([409, 'download-ended'])
    const late = await sell({ fileExpiresOn: new Date('2020-01-01') })
    expect(late).toMatchObject({ IsExpired: true, ExpirationDate: '2020-01-01' })
    expect(await refusal(link(late))).toEqual([409, 'download-ended'])
  })
})

describe('POST /api/store/storedownloads (searchStoreDownloads)', () => {
  test('lists the newest purchase first', async () => {
    const row = await sell({ downloadDays: 30 })
    const { body } = await bench.good('searchStoreDownloads', bench.post('/storedownloads', { Take: '1' }))
    expect(body.Results).toEqual([row])
  })
})

describe('DELETE /api/store/storedownloads/{storeitemdigitaldownloadpurchaseid} (deleteStoreDownload)', () => {
  test('ends the links, and the row leaves the list', async () => {
    const row = await sell()
    const open = await openLink(row)
    const url = `${STORE}/storedownloads/${row.StoreItemDigitalDownloadPurchaseId}`
    expect((await bench.theirs.delete(url)).statusCode).toBe(404)
    expect((await bench.mine.delete(url)).statusCode).toBe(200)
    expect((await open()).statusCode).toBe(404)
    expect((await bench.mine.delete(url)).statusCode).toBe(404)
  })
})
