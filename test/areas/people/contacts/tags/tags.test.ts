import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const post = async (operationId: string, url: string, body: Json = {}) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json
const list = async (operationId: string, url: string) =>
  (await bench.good(operationId, bench.mine.get(`/api/contacts/${url}`))).body as Json[]

describe('POST /api/contacts/{contactId}/tags (addContactTag)', () => {
  test('creates a tag on first use, and finds it again without case and accents', async () => {
    const one = await bench.person()
    const two = await bench.organization()
    const tag = await post('addContactTag', `${one}/tags`, { Name: ' Café  friend ', CssColor: '#2B7A78' })
    expect(tag).toMatchObject({ Name: 'Café friend', CssColor: '#2b7a78' })
    expect(await post('addContactTag', `${two}/tags`, { Name: 'CAFE FRIEND' })).toEqual(tag)
    await post('addContactTag', `${one}/tags`, { Name: 'cafe friend' })
    expect(await bench.version(one)).toBe(2)
    expect(await list('listContactTags', `${two}/tags`)).toEqual([tag])
  })

  test('creates one tag for concurrent requests with the same name', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => bench.person()))
    const made = await Promise.all(people.map((id) => bench.mine.post(`/api/contacts/${id}/tags`, { Name: 'Raced' })))
    expect(new Set(made.map((answer) => answer.json().TagId)).size).toBe(1)
    expect(await list('listTags', 'tags?Criteria=raced')).toMatchObject([{ ContactCount: 6 }])
  })

  test.each([
    [{}, '/Name'],
    [{ Name: ' ' }, '/Name'],
    [{ Name: '!!!' }, '/Name'],
    [{ Name: 'x', CssColor: 'red' }, '/CssColor'],
  ])('returns 400 for %j', async (body, pointer) => {
    expect(await refusal(bench.mine.post(`/api/contacts/${await bench.person()}/tags`, body))).toEqual([400, pointer])
  })
})

describe('GET /api/contacts/tags (listTags)', () => {
  test('returns the tags whose name contains Criteria, with the number of contacts', async () => {
    const tag = await post('addContactTag', `${await bench.person()}/tags`, { Name: 'Café society' })
    await post('addContactTag', `${await bench.organization()}/tags`, { Name: 'cafe society' })
    expect(await list('listTags', 'tags?Criteria=café soc')).toEqual([{ ...tag, ContactCount: 2 }])
    expect((await bench.theirs.get('/api/contacts/tags?Criteria=society')).json()).toEqual([])
  })
})

describe('POST /api/contacts/tags/{tagId} (saveTag)', () => {
  test('changes the name for all contacts, and returns 409 for the name of another tag', async () => {
    const one = await bench.person()
    const two = await bench.person()
    const tag = await post('addContactTag', `${one}/tags`, { Name: 'Tea friend', CssColor: '#2b7a78' })
    await post('addContactTag', `${two}/tags`, { Name: 'Tea friend' })
    await post('addContactTag', `${two}/tags`, { Name: 'Second' })
    const saved = await post('saveTag', `tags/${tag.TagId}`, { Name: 'Coffee friend' })
    expect(saved).toEqual({ ...tag, Name: 'Coffee friend', ContactCount: 2 })
    expect((await list('listContactTags', `${one}/tags`)).map(({ Name }) => Name)).toEqual(['Coffee friend'])
    const save = bench.mine.post(`/api/contacts/tags/${tag.TagId}`, { Name: 'SECOND' })
    expect(await refusal(save)).toEqual([409, 'duplicate'])
  })

  test('returns 404 to another tenant', async () => {
    const tag = await post('addContactTag', `${await bench.person()}/tags`, { Name: 'Ours' })
    const save = bench.theirs.post(`/api/contacts/tags/${tag.TagId}`, { Name: 'x' })
    expect(await refusal(save)).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/contacts/tags/{tagId} (deleteTag)', () => {
  test('removes the tag from all contacts, and returns 404 to another tenant', async () => {
    const one = await bench.person()
    const tag = await post('addContactTag', `${one}/tags`, { Name: 'Short-lived' })
    expect(await refusal(bench.theirs.delete(`/api/contacts/tags/${tag.TagId}`))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(`/api/contacts/tags/${tag.TagId}`)).statusCode).toBe(200)
    expect(await list('listContactTags', `${one}/tags`)).toEqual([])
  })
})

describe('GET /api/contacts/{contactId}/tags (listContactTags)', () => {
  test('returns the tags of the contact by name', async () => {
    const contactId = await bench.person()
    for (const Name of ['Zebra', 'Éclair', 'apple']) await post('addContactTag', `${contactId}/tags`, { Name })
    const names = (await list('listContactTags', `${contactId}/tags`)).map(({ Name }) => Name)
    expect(names).toEqual(['apple', 'Éclair', 'Zebra'])
    expect(await refusal(bench.theirs.get(`/api/contacts/${contactId}/tags`))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/contacts/{contactId}/tags/{tagId} (removeContactTag)', () => {
  test('removes the tag from one contact, once', async () => {
    const one = await bench.person()
    const two = await bench.person()
    const tag = await post('addContactTag', `${one}/tags`, { Name: 'Shared' })
    await post('addContactTag', `${two}/tags`, { Name: 'Shared' })
    const remove = () => bench.mine.delete(`/api/contacts/${two}/tags/${tag.TagId}`)
    expect((await remove()).statusCode).toBe(200)
    expect(await refusal(remove())).toEqual([404, 'not-found'])
    expect(await list('listContactTags', `${one}/tags`)).toEqual([tag])
    expect(await list('listTags', 'tags?Criteria=shared')).toMatchObject([{ ContactCount: 1 }])
  })
})
