import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeOf } from '#test/support/commerce/store'
import { upload } from '#test/support/integration/files'
import { type DetailsBench, openDetails } from '#test/support/people/contact-parts'

let bench: DetailsBench
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  bench = await openDetails()
  store = storeOf(bench.mine)
})
afterAll(() => bench.server.close())

/** A photo as a camera writes it: the left half red, the right half blue, with the place where it was taken. */
const photo = async (): Promise<Buffer> => {
  const half = (background: string) => sharp({ create: { width: 400, height: 600, channels: 3, background } }).png()
  return sharp({ create: { width: 800, height: 600, channels: 3, background: '#fff' } })
    .composite([
      { input: await half('#ff0000').toBuffer(), left: 0, top: 0 },
      { input: await half('#0000ff').toBuffer(), left: 400, top: 0 },
    ])
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 20/1 0/1' } })
    .jpeg()
    .toBuffer()
}

const add = async (itemId: number, body: object = {}, imageId = 0, fileId?: number) =>
  bench.mine.post(
    `/api/store/${itemId}/preimage/${imageId}/${fileId ?? (await upload(bench.mine, 'mug front.jpg', await photo()))}`,
    body,
  )
const saved = async (call: ReturnType<typeof add>) => (await bench.good('saveStoreImage', call)).body
const pictureOf = async (url: unknown) => {
  const { rawPayload, statusCode } = await bench.mine.get(String(url), { accept: '*/*' })
  return { statusCode, rawPayload }
}
const gallery = async (id: number) => (await store.read(0, id)).Images ?? []
const codeOf = async (call: ReturnType<typeof add>) => [(await call).statusCode, (await call).json().code]

describe('POST /api/store/{storeitemid}/preimage/{imageid}/{fileid} (saveStoreImage)', () => {
  test('draws the crop again without metadata, with a thumbnail, and keeps the crop', async () => {
    const id = await store.create(0)
    const crop = { CropX: 400, CropY: 100, CropWidth: 300, CropHeight: 200 }
    const image = await saved(add(id, { ...crop, Title: ' Front ' }))
    expect(image).toMatchObject({ Title: 'Front', Url: expect.stringMatching(/mug%20front\.jpg$/) })
    const picture = await pictureOf(image.Url)
    const facts = await sharp(picture.rawPayload).metadata()
    expect([facts.width, facts.height, facts.exif]).toEqual([300, 200, undefined])
    const { dominant } = await sharp(picture.rawPayload).stats()
    expect(dominant.b).toBeGreaterThan(200)
    const thumbnail = await sharp((await pictureOf(image.ThumbnailUrl)).rawPayload).metadata()
    expect([thumbnail.width, thumbnail.height]).toEqual([160, 160])
    expect(await gallery(id)).toMatchObject([{ ...crop, ImageId: image.ImageId, GalleryOrder: '1', StoreItemId: id }])

    const again = await saved(add(id, { CropX: 0, Caption: 'Red' }, Number(image.ImageId), 0))
    expect(again).toMatchObject({ Title: 'Front', Caption: 'Red' })
    expect((await sharp((await pictureOf(again.Url)).rawPayload).stats()).dominant.r).toBeGreaterThan(200)
    expect((await pictureOf(image.Url)).statusCode).toBe(404)
    const [file] = await gallery(id)
    expect((await bench.mine.get(`/api/files/${file?.FileId}`)).statusCode).toBe(200)
  })

  test('replaces an image in its position', async () => {
    const id = await store.create(0)
    const [first] = [await saved(add(id)), await saved(add(id))]
    const OldImageId = Number(first.ImageId)
    const { ImageId } = await saved(add(id, { OldImageId }))
    expect((await gallery(id)).map((image) => [image.ImageId === ImageId, image.GalleryOrder])).toEqual([
      [true, '1'],
      [false, '2'],
    ])
    expect((await pictureOf(first.Url)).statusCode).toBe(404)
  })

  test('places an image in the gallery', async () => {
    const id = await store.create(0)
    const first = (await saved(add(id))).ImageId
    const second = (await saved(add(id, { GalleryOrder: '1' }))).ImageId
    expect((await gallery(id)).map(({ ImageId }) => ImageId)).toEqual([second, first])
    await saved(add(id, { GalleryOrder: '9' }, Number(second), 0))
    expect((await gallery(id)).map((image) => [image.ImageId, image.GalleryOrder])).toEqual([
      [first, '1'],
      [second, '2'],
    ])
  })

  test('lets an image wait for its item', async () => {
    const { ImageId, Url } = await saved(add(0, { Title: 'Waits' }))
    const id = await store.create(0, { Images: [{ ImageId }] })
    expect(await gallery(id)).toMatchObject([{ ImageId, Title: 'Waits' }])
    expect((await pictureOf(Url)).statusCode).toBe(200)
    expect(await codeOf(store.save(0, { Images: [{ ImageId }] }))).toEqual([422, 'unknown-reference'])
    await bench.mine.delete(`/api/store/storeitems/${id}`)
    expect((await pictureOf(Url)).statusCode).toBe(404)
  })

  test('rejects what is not a picture, a crop outside of it, no file, and an unknown image', async () => {
    const id = await store.create(0)
    const text = await upload(bench.mine, 'mug.jpg', 'no picture')
    expect(await codeOf(add(id, {}, 0, text))).toEqual([422, 'unreadable-picture'])
    expect(await codeOf(add(id, { CropX: 700, CropWidth: 200, CropHeight: 100 }))).toEqual([422, 'store-rule'])
    expect(await codeOf(add(id, {}, 0, 0))).toEqual([422, 'store-rule'])
    expect(await codeOf(add(id, {}, 999_999, 0))).toEqual([404, 'not-found'])
    expect(await codeOf(add(999_999))).toEqual([404, 'not-found'])
    expect(await codeOf(add(id, { OldImageId: 999_999 }))).toEqual([422, 'unknown-reference'])
  })
})

describe('DELETE /api/store/{storeitemid}/preimage/{imageid} (deleteStoreImage)', () => {
  test('removes the image and its files, and the others move up', async () => {
    const id = await store.create(0)
    const first = await saved(add(id))
    const second = await saved(add(id))
    expect((await bench.mine.delete(`/api/store/${id}/preimage/${first.ImageId}`)).statusCode).toBe(200)
    expect(await gallery(id)).toMatchObject([{ ImageId: second.ImageId, GalleryOrder: '1' }])
    expect((await pictureOf(first.Url)).statusCode).toBe(404)
    expect((await bench.mine.delete(`/api/store/${id}/preimage/${first.ImageId}`)).statusCode).toBe(404)
  })

  test('removes an image that waits', async () => {
    const { ImageId, Url } = await saved(add(0))
    expect((await bench.mine.delete(`/api/store/0/preimage/${ImageId}`)).statusCode).toBe(200)
    expect((await pictureOf(Url)).statusCode).toBe(404)
  })
})

describe('POST /api/store/{storeitemid}/preimage/order (saveStoreImageOrder)', () => {
  test('stores the order of exactly the gallery', async () => {
    const id = await store.create(0)
    const first = (await saved(add(id))).ImageId
    const second = (await saved(add(id))).ImageId
    const order = (rows: object[]) => bench.mine.post(`/api/store/${id}/preimage/order`, rows)
    const rows = [
      { ImageId: first, GalleryOrder: 2 },
      { ImageId: second, GalleryOrder: 1 },
    ]
    await bench.good('saveStoreImageOrder', order(rows))
    expect((await gallery(id)).map(({ ImageId }) => ImageId)).toEqual([second, first])
    expect(await codeOf(order(rows.slice(1)))).toEqual([409, 'incomplete-order'])
    expect(await codeOf(order([...rows.slice(1), ...rows.slice(1)]))).toEqual([409, 'incomplete-order'])
  })
})

describe('GET /api/public/store/{tenantkey}/images/{storeitemid}/{fileid} (getStorePicture)', () => {
  const visit = (url: unknown) => bench.server.app.inject({ url: String(url), headers: { accept: 'image/*' } })

  test('returns the pictures of an active item to everyone, for caches, and to a key with store:read', async () => {
    const id = await store.create(0)
    await saved(add(id))
    const [image] = await gallery(id)
    const sizes = []
    for (const url of [image?.PublicUrl, image?.PublicThumbnailUrl]) {
      const answer = await visit(url)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=86400'])
      sizes.push((await sharp(answer.rawPayload).metadata()).width)
    }
    expect(sizes).toEqual([800, 160])
    const reader = await bench.server.caller(bench.mine.tenant, ['store:read'])
    const { Images } = (await reader.get(`/api/store/storeitems/0/${id}`)).json()
    expect((await reader.get(Images[0].PublicUrl, { accept: 'image/*' })).statusCode).toBe(200)
  })

  test('returns 404 for an item that is not active, other files, and another tenant', async () => {
    const id = await store.create(0)
    await saved(add(id))
    const [image] = await gallery(id)
    const url = String(image?.PublicUrl)
    expect((await visit(url.replace(/\d+$/, String(image?.FileId)))).statusCode).toBe(404)
    expect((await visit(url.replace(`/images/${id}/`, '/images/999999/'))).statusCode).toBe(404)
    expect((await visit(url.replace(/\d+$/, 'x'))).statusCode).toBe(400)
    const foreign = await bench.server.foreignTenant()
    expect((await visit(url.replace(bench.mine.tenant.key, foreign.tenant.key))).statusCode).toBe(404)
    expect((await visit(url.replace(bench.mine.tenant.key, 'no-such-tenant'))).statusCode).toBe(404)
    const item = await store.read(0, id)
    const changed = await bench.mine.post(`/api/store/storeitems/0/save`, { ...item, IsActive: false })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await gallery(id))[0]).toMatchObject({ PublicUrl: null, PublicThumbnailUrl: null })
    expect((await visit(url)).statusCode).toBe(404)
  })
})
