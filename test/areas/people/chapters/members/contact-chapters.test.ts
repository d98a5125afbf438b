import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChaptersBench, openChapters } from '#test/support/people/chapters'
import { refusal } from '#test/support/people/contact-parts'

let bench: ChaptersBench
beforeAll(async () => {
  bench = await openChapters()
})
afterAll(() => bench.server.close())

describe('GET /api/chapters/contactchapter/{contactid} (getContactChapter)', () => {
  const read = async (contactId: number) =>
    (await bench.good('getContactChapter', bench.mine.get(`/api/chapters/contactchapter/${contactId}`))).body

  test('returns the primary chapter, or 0 before the first one', async () => {
    const contactId = await bench.person()
    const id = (await bench.chapter()).ChapterId
    expect(await read(contactId)).toEqual({
      ContactId: contactId,
      ChapterId: 0,
      MarkAsPrimary: true,
      ContactHasPrimary: false,
    })
    await bench.put(contactId, id)
    expect(await read(contactId)).toMatchObject({ ContactId: contactId, ChapterId: id, ContactHasPrimary: true })
  })

  test('returns 404 for an unknown contact and for the id of another tenant', async () => {
    const contactId = await bench.person()
    expect(await refusal(bench.mine.get('/api/chapters/contactchapter/2147480000'))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(`/api/chapters/contactchapter/${contactId}`))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/chapters/contactchapter/lookup/{contactid} (lookupContactChapters)', () => {
  const read = async (contactId: number) =>
    (await bench.good('lookupContactChapters', bench.mine.get(`/api/chapters/contactchapter/lookup/${contactId}`))).body

  test('returns the chapters of the contact, and none for a contact without a chapter', async () => {
    const contactId = await bench.person()
    const id = (await bench.chapter({ ChapterName: 'North' })).ChapterId
    expect(await read(contactId)).toEqual([])
    await bench.put(contactId, id)
    expect(await read(contactId)).toMatchObject([{ Id: id, Name: 'North' }])
  })

  test('returns 404 for an unknown contact', async () => {
    expect(await refusal(bench.mine.get('/api/chapters/contactchapter/lookup/2147480000'))).toEqual([404, 'not-found'])
  })
})
