import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/api/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const post = async (operationId: string, url: string, body: Json = {}) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json

/** Stores an uploaded image, which has no address. */
const upload = (contactId: number) =>
  bench.server.database.system.contact.updateMany({
    where: { tenantId: bench.mine.tenant.id, id: contactId },
    data: { imageFileId: 3, imageCaption: 'Uploaded' },
  })

describe('POST /api/contacts/{contactId}/image (saveContactImage)', () => {
  test('sets an image, then changes only the fields that are sent', async () => {
    const contactId = await bench.person()
    const url = `/api/contacts/${contactId}/image`
    await post('saveContactImage', `${contactId}/image`, { Url: 'https://img.example/a.png', Width: 40, Height: 30 })
    await post('saveContactImage', `${contactId}/image`, { Caption: 'Ada', ShortDescription: 'A portrait.' })
    const saved = await post('saveContactImage', `${contactId}/image`, {})
    expect(saved).toEqual({
      FileId: null,
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

  test('keeps an uploaded image until an address replaces it', async () => {
    const contactId = await bench.person()
    await upload(contactId)
    const described = await post('saveContactImage', `${contactId}/image`, { ShortDescription: 'A portrait.' })
    expect(described).toMatchObject({ FileId: 3, Url: null, Caption: 'Uploaded', ShortDescription: 'A portrait.' })
    const Url = 'https://img.example/b.png'
    expect(await post('saveContactImage', `${contactId}/image`, { Url })).toMatchObject({ FileId: null, Url })
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
    await upload(contactId)
    expect((await bench.mine.delete(url)).statusCode).toBe(200)
    expect((await bench.mine.get(url)).json()).toMatchObject({ FileId: null, Caption: null })
    expect(await refusal(bench.mine.delete(url))).toEqual([404, 'not-found'])
  })
})
