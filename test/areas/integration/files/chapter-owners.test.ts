import { afterAll, beforeAll, expect, test } from 'vitest'
import { addImage, PIXEL, upload } from '#test/support/integration/files'
import { openTwoChapters, type TwoChapters } from '#test/support/people/two-chapters'

let two: TwoChapters
beforeAll(async () => {
  two = await openTwoChapters()
}, 120_000)
afterAll(() => two.server.close())

const BYTES = { accept: '*/*' }
const idsOf = async () =>
  (await two.owner.get('/api/files')).json().Results.map(({ FileId }: { FileId: number }) => FileId)

test('an owner of a chapter uses its uploads for the contacts that it can change', async () => {
  const image = await addImage(two.owner, two.ids.ann)
  expect((await two.owner.get(`/api/webdav/${image}`, BYTES)).statusCode).toBe(200)
  const letter = await upload(two.owner, 'letter.txt', 'letter')
  const saved = await two.owner.post(`/api/contacts/${two.ids.ben}/communications/0`, {
    CommunicationTypeId: 2,
    Subject: 'Letter',
    FileIds: [letter],
  })
  expect(saved.json(), saved.body).toMatchObject({ FilesCount: 1, FileIds: [letter] })
  expect(await idsOf()).toEqual(expect.arrayContaining([image, letter]))
  const url = `/api/contacts/${two.ids.ben}/communications/${saved.json().CommunicationId}`
  expect((await two.owner.delete(url)).statusCode).toBe(200)
  expect((await two.owner.get(`/api/webdav/${letter}`)).statusCode).toBe(404)
})

test('the files of other contacts, and the uploads of others, do not exist for it', async () => {
  const foreign = await addImage(two.admin, two.ids.eve)
  const unused = await upload(two.admin, 'unused.png', PIXEL)
  for (const id of [foreign, unused]) {
    for (const path of [`/api/files/${id}`, `/api/webdav/${id}`])
      expect((await two.owner.get(path, BYTES)).statusCode, path).toBe(404)
    expect((await two.owner.delete(`/api/files/${id}`)).statusCode).toBe(404)
    const taken = await two.owner.post(`/api/contacts/${two.ids.ann}/image`, { FileId: id })
    expect([taken.statusCode, taken.json().code]).toEqual([422, 'unknown-reference'])
  }
  expect(await idsOf()).not.toEqual(expect.arrayContaining([foreign]))
})

test('an upload for a contact of another chapter is refused, and stays an upload', async () => {
  const file = await upload(two.owner, 'mine.png', PIXEL)
  expect((await two.owner.post(`/api/contacts/${two.ids.eve}/image`, { FileId: file })).statusCode).toBe(404)
  expect((await two.owner.get(`/api/files/${file}`)).json()).toMatchObject({ OwnerKind: null })
})
