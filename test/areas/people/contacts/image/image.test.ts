import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addImage, PIXEL, upload } from '#test/support/integration/files'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const post = async (operationId: string, url: string, body: Json = {}) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json

/** A photo as a camera writes it: turned, with the place where it was taken. */
const photo = (width = 1600, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 20/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

const bytesOf = async (fileId: number) => (await bench.mine.get(`/api/webdav/${fileId}`, { accept: '*/*' })).rawPayload
const statusOf = async (fileId: number) => (await bench.mine.get(`/api/files/${fileId}`)).statusCode

describe('POST /api/contacts/{contactId}/image (saveContactImage)', () => {
  test('sets an image, then changes only the fields that are sent', async () => {
    const contactId = await bench.person()
    const url = `/api/contacts/${contactId}/image`
    await post('saveContactImage', `${contactId}/image`, { Url: 'https://img.example/a.png', Width: 40, Height: 30 })
    await post('saveContactImage', `${contactId}/image`, { Caption: 'Ada', ShortDescription: 'A portrait.' })
    const saved = await post('saveContactImage', `${contactId}/image`, {})
    expect(saved).toEqual({
      FileId: null,
      ThumbnailFileId: null,
      Url: 'https://img.example/a.png',
      Width: 40,
      Height: 30,
      Caption: 'Ada',
      ShortDescription: 'A portrait.',
    })
    expect((await bench.mine.get(url)).json()).toEqual(saved)
    expect(await bench.row(contactId)).toMatchObject({
      ImageUrl: 'https://img.example/a.png',
      ImageShortDescription: 'A portrait.',
    })
    expect(await bench.version(contactId)).toBe(4)
  })

  test('draws an upload again, smaller and without metadata, with a thumbnail', async () => {
    const contactId = await bench.person()
    const uploaded = await upload(bench.mine, 'Ada.HEIC.jpg', await photo())
    const saved = await post('saveContactImage', `${contactId}/image`, { FileId: uploaded, Caption: 'Ada' })
    expect(saved).toMatchObject({ Url: `/api/webdav/${saved.FileId}`, Width: 768, Height: 1024, Caption: 'Ada' })
    const picture = await sharp(await bytesOf(Number(saved.FileId))).metadata()
    expect(picture).toMatchObject({ format: 'jpeg', width: 768, height: 1024 })
    expect([picture.exif, picture.orientation]).toEqual([undefined, undefined])
    const thumbnail = await sharp(await bytesOf(Number(saved.ThumbnailFileId))).metadata()
    expect([thumbnail.width, thumbnail.height]).toEqual([160, 160])
    expect(await statusOf(uploaded)).toBe(404)
    const details = (await bench.mine.get(`/api/files/${saved.FileId}`)).json()
    expect(details).toMatchObject({ Name: 'Ada.HEIC.jpg', OwnerKind: 'contact', OwnerId: contactId, ExpiresDate: null })
    expect(await bench.row(contactId)).toMatchObject({ ImageUrl: `/api/webdav/${saved.FileId}` })
    const summary = (await bench.mine.get(`/api/contacts/PersonSummary/${contactId}`)).json()
    expect(summary.ProfileImage).toMatchObject({ FileId: saved.FileId, ImageId: saved.FileId, Width: 768 })
  })

  test('keeps an uploaded image until another or an address replaces it, which deletes it', async () => {
    const contactId = await bench.person()
    const first = await addImage(bench.mine, contactId)
    const read = (await bench.mine.get(`/api/contacts/${contactId}/image`)).json()
    const described = await post('saveContactImage', `${contactId}/image`, { ...read, ShortDescription: 'A portrait.' })
    expect(described).toEqual({ ...read, ShortDescription: 'A portrait.' })
    const second = await addImage(bench.mine, contactId)
    expect([await statusOf(first), await statusOf(read.ThumbnailFileId), await statusOf(second)]).toEqual([
      404, 404, 200,
    ])
    const Url = 'https://img.example/b.png'
    expect(await post('saveContactImage', `${contactId}/image`, { Url })).toMatchObject({
      FileId: null,
      Url,
      Height: null,
      Width: null,
    })
    expect(await statusOf(second)).toBe(404)
  })

  test('rejects an upload that is not a picture, is broken, belongs to a record or to another caller', async () => {
    const contactId = await bench.person()
    const save = (FileId: number) => refusal(bench.mine.post(`/api/contacts/${contactId}/image`, { FileId }))
    expect(await save(await upload(bench.mine, 'a.svg', '<svg/>'))).toEqual([422, '/FileId'])
    expect(await save(await upload(bench.mine, 'a.png', PIXEL.subarray(0, 40)))).toEqual([422, 'unreadable-picture'])
    expect(await save(await addImage(bench.mine, await bench.person()))).toEqual([422, '/FileId'])
    const other = await bench.server.caller(bench.mine.tenant, ['files:write'])
    expect(await save(2_147_000_000)).toEqual([422, '/FileId'])
    const limited = await bench.server.caller(bench.mine.tenant, ['contacts:write', 'contacts:read'])
    const FileId = await upload(other, 'a.png', PIXEL)
    expect(await refusal(limited.post(`/api/contacts/${contactId}/image`, { FileId }))).toEqual([422, '/FileId'])
  })

  test('gives an upload to one of two contacts that are sent it at once', async () => {
    const FileId = await upload(bench.mine, 'one.png', PIXEL)
    const contacts = [await bench.person(), await bench.person()]
    const sent = contacts.map((id) => bench.mine.post(`/api/contacts/${id}/image`, { FileId }))
    expect((await Promise.all(sent)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  test('rejects a picture with too many pixels', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer()
    const FileId = await upload(bench.mine, 'bomb.png', bomb)
    const url = `/api/contacts/${await bench.person()}/image`
    expect(await refusal(bench.mine.post(url, { FileId }))).toEqual([422, 'unreadable-picture'])
  })

  test('only a caller that can read the contact can read its image', async () => {
    const file = await addImage(bench.mine, await bench.person())
    const limited = await bench.server.caller(bench.mine.tenant, ['files:read'])
    const refused = await limited.get(`/api/webdav/${file}`)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient-scope'])
    const reader = await bench.server.caller(bench.mine.tenant, ['files:read', 'contacts:read'])
    expect((await reader.get(`/api/webdav/${file}`)).statusCode).toBe(200)
    expect((await bench.mine.delete(`/api/files/${file}`)).json()).toMatchObject({ code: 'in-use' })
  })

  test('nobody reads the image of a deleted contact', async () => {
    const contactId = await bench.person()
    const file = await addImage(bench.mine, contactId)
    await bench.mine.delete(`/api/contacts/${contactId}/${await bench.version(contactId)}`)
    expect([await statusOf(file), (await bench.mine.get(`/api/webdav/${file}`)).statusCode]).toEqual([404, 404])
  })

  test('a merge keeps the image of the winner, or takes that of the loser', async () => {
    const merge = async (winner: number, loser: number) => {
      const WinnerAuditId = await bench.version(winner)
      const LoserAuditId = await bench.version(loser)
      const body = { WinnerContactId: winner, LoserContactId: loser, WinnerAuditId, LoserAuditId }
      expect((await bench.mine.post('/api/contacts/merge', body)).statusCode).toBe(200)
    }
    const winner = await bench.person()
    const loser = await bench.person()
    const third = await bench.person()
    const file = await addImage(bench.mine, loser)
    await merge(winner, loser)
    expect((await bench.mine.get(`/api/contacts/${winner}/image`)).json()).toMatchObject({ FileId: file })
    expect((await bench.mine.get(`/api/files/${file}`)).json()).toMatchObject({ OwnerId: winner })
    const other = await addImage(bench.mine, third)
    await merge(winner, third)
    expect((await bench.mine.get(`/api/contacts/${winner}/image`)).json()).toMatchObject({ FileId: file })
    expect([await statusOf(file), await statusOf(other)]).toEqual([200, 404])
  })

  test.each([
    [{ Caption: 'no image yet' }, '/Url'],
    [{ Url: 'http://img.example/a.png' }, '/Url'],
    [{ Url: 'data:image/png;base64,AA' }, '/Url'],
    [{ Url: 'https://img.example/a.png', Width: 0 }, '/Width'],
  ])('returns 400 for %j', async (body, pointer) => {
    expect(await refusal(bench.mine.post(`/api/contacts/${await bench.person()}/image`, body))).toEqual([400, pointer])
  })
})

describe('GET /api/contacts/{contactId}/image (getContactImage)', () => {
  test('returns null in every field if the contact has no image', async () => {
    const url = `/api/contacts/${await bench.person()}/image`
    const { body } = await bench.good('getContactImage', bench.mine.get(url))
    expect(new Set(Object.values(body))).toEqual(new Set([null]))
  })
})

describe('DELETE /api/contacts/{contactId}/image (deleteContactImage)', () => {
  test('removes the image and its description once', async () => {
    const contactId = await bench.person()
    const url = `/api/contacts/${contactId}/image`
    await post('saveContactImage', `${contactId}/image`, { Url: 'https://img.example/a.png', Caption: 'Ada' })
    expect((await bench.mine.delete(url)).statusCode).toBe(200)
    expect((await bench.mine.get(url)).json()).toMatchObject({ Url: null, Caption: null })
    expect(await bench.row(contactId)).toMatchObject({ ImageUrl: null })
    expect(await refusal(bench.mine.delete(url))).toEqual([404, 'not-found'])
    expect(await bench.version(contactId)).toBe(3)
  })

  test('removes an uploaded image', async () => {
    const contactId = await bench.person()
    const url = `/api/contacts/${contactId}/image`
    const file = await addImage(bench.mine, contactId)
    expect((await bench.mine.delete(url)).statusCode).toBe(200)
    expect(await statusOf(file)).toBe(404)
    expect((await bench.mine.get(url)).json()).toMatchObject({ FileId: null, Caption: null })
    expect(await refusal(bench.mine.delete(url))).toEqual([404, 'not-found'])
  })
})
