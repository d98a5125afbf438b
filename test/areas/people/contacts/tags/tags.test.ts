import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/api/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const post = async (operationId: string, url: string, body: Json = {}) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json
const list = async (operationId: string, url: string) =>
  (await bench.good(operationId, bench.mine.get(`/api/contacts/${url}`))).body as Json[]

describe('tags', () => {
  test('are made by their first use, counted, renamed for all, and taken away', async () => {
    const [one, two] = [await bench.person(), await bench.organization()]
    const tag = await post('addContactTag', `${one}/tags`, { Name: ' Café  friend ', CssColor: '#2B7A78' })
    expect(tag).toMatchObject({ Name: 'Café friend', CssColor: '#2b7a78' })
    expect(await post('addContactTag', `${two}/tags`, { Name: 'CAFE FRIEND' })).toEqual(tag)
    await post('addContactTag', `${one}/tags`, { Name: 'cafe friend' })
    expect(await bench.version(one)).toBe(2)
    expect(await list('listTags', 'tags?Criteria=café')).toEqual([{ ...tag, ContactCount: 2 }])
    await post('saveTag', `tags/${tag.TagId}`, { Name: 'Coffee friend' })
    expect((await list('listContactTags', `${two}/tags`)).map(({ Name }) => Name)).toEqual(['Coffee friend'])
    expect((await bench.mine.delete(`/api/contacts/${two}/tags/${tag.TagId}`)).statusCode).toBe(200)
    expect(await refusal(bench.mine.delete(`/api/contacts/${two}/tags/${tag.TagId}`))).toEqual([404, 'not-found'])
    expect(await list('listTags', 'tags?Criteria=coffee')).toMatchObject([{ ContactCount: 1 }])
    expect((await bench.mine.delete(`/api/contacts/tags/${tag.TagId}`)).statusCode).toBe(200)
    expect(await list('listContactTags', `${one}/tags`)).toEqual([])
  })

  test('are one of a name, also when many make it at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => bench.person()))
    const made = await Promise.all(people.map((id) => bench.mine.post(`/api/contacts/${id}/tags`, { Name: 'Raced' })))
    expect(new Set(made.map((answer) => answer.json().TagId)).size).toBe(1)
    expect(await list('listTags', 'tags?Criteria=raced')).toMatchObject([{ ContactCount: 6 }])
    const other = await post('addContactTag', `${people[0]}/tags`, { Name: 'Second' })
    expect(await refusal(bench.mine.post(`/api/contacts/tags/${other.TagId}`, { Name: 'raced' }))).toEqual([
      409,
      'duplicate',
    ])
  })

  test.each([
    [{}, '/Name'],
    [{ Name: ' ' }, '/Name'],
    [{ Name: '!!!' }, '/Name'],
    [{ Name: 'x', CssColor: 'red' }, '/CssColor'],
  ])('refuse %j', async (body, pointer) => {
    expect(await refusal(bench.mine.post(`/api/contacts/${await bench.person()}/tags`, body))).toEqual([400, pointer])
  })

  test('of another tenant are missing', async () => {
    const tag = await post('addContactTag', `${await bench.person()}/tags`, { Name: 'Ours' })
    expect(await refusal(bench.theirs.post(`/api/contacts/tags/${tag.TagId}`, { Name: 'x' }))).toEqual([
      404,
      'not-found',
    ])
    expect(await refusal(bench.theirs.delete(`/api/contacts/tags/${tag.TagId}`))).toEqual([404, 'not-found'])
    expect((await bench.theirs.get('/api/contacts/tags?Criteria=ours')).json()).toEqual([])
  })
})

describe('categories', () => {
  test('are made, chosen by the contacts they are for, shown on the list row, and renamed there', async () => {
    const [personId, orgId] = [await bench.person(), await bench.organization()]
    const trades = await post('saveCategoryList', 'categorylists/0', { CategoryTypeId: 1, Name: 'Trades' })
    const items = `categorylists/${trades.CategoryListId}/items`
    const bakers = await post('saveCategoryItem', `${items}/0`, { Name: 'Bakers', DisplayOrder: 2 })
    const smiths = await post('saveCategoryItem', `${items}/0`, { Name: 'Smiths', DisplayOrder: 1 })
    const assign = `/api/contacts/${personId}/categories/${bakers.CategoryItemId}`
    expect(await refusal(bench.mine.post(assign))).toEqual([422, 'wrong-category-type'])
    await post('assignContactCategory', `${orgId}/categories/${bakers.CategoryItemId}`)
    await post('assignContactCategory', `${orgId}/categories/${bakers.CategoryItemId}`)
    expect(await bench.version(orgId)).toBe(2)
    expect(await bench.row(orgId)).toMatchObject({ Type: 'Bakers' })
    await post('assignContactCategory', `${orgId}/categories/${smiths.CategoryItemId}`)
    expect(await bench.row(orgId)).toMatchObject({ Type: 'Smiths' })
    await post('saveCategoryItem', `${items}/${smiths.CategoryItemId}`, { Name: 'Blacksmiths' })
    expect(await bench.row(orgId)).toMatchObject({ Type: 'Blacksmiths' })
    const chosen = await list('listContactCategories', `${orgId}/categories`)
    expect(chosen.map(({ Name }) => Name)).toEqual(['Blacksmiths', 'Bakers'])
    const removed = await bench.mine.delete(`/api/contacts/${orgId}/categories/${smiths.CategoryItemId}`)
    expect(removed.statusCode).toBe(200)
    expect(await bench.row(orgId)).toMatchObject({ Type: 'Bakers' })
    const [listed] = await list('listCategoryLists', 'categorylists?CategoryTypeId=1').then((all) =>
      all.filter(({ CategoryListId }) => CategoryListId === trades.CategoryListId),
    )
    expect(listed?.Items).toMatchObject([
      { Name: 'Blacksmiths', ContactCount: 0 },
      { Name: 'Bakers', ContactCount: 1 },
    ])
  })

  test('that contacts are in go only when that is meant; then the contacts leave them', async () => {
    const orgId = await bench.organization()
    const made = await post('saveCategoryList', 'categorylists/0', { CategoryTypeId: 3, Name: 'Sizes' })
    const item = await post('saveCategoryItem', `categorylists/${made.CategoryListId}/items/0`, { Name: 'Small' })
    await post('assignContactCategory', `${orgId}/categories/${item.CategoryItemId}`)
    const url = `/api/contacts/categorylists/${made.CategoryListId}`
    expect(await refusal(bench.mine.delete(`${url}/items/${item.CategoryItemId}`))).toEqual([409, 'in-use'])
    expect(await refusal(bench.mine.delete(url))).toEqual([409, 'in-use'])
    expect(await refusal(bench.mine.post(url, { CategoryTypeId: 1 }))).toEqual([409, 'in-use'])
    expect((await bench.mine.delete(`${url}?forceSave=true`)).statusCode).toBe(200)
    expect(await bench.row(orgId)).toMatchObject({ Type: null })
    expect(await list('listContactCategories', `${orgId}/categories`)).toEqual([])
  })

  test.each([
    ['categorylists/0', {}, 400, '/CategoryTypeId'],
    ['categorylists/0', { CategoryTypeId: 17, Name: 'x' }, 400, '/CategoryTypeId'],
    ['categorylists/0', { CategoryTypeId: 1 }, 400, '/Name'],
    ['categorylists/2147480000', { Name: 'x' }, 404, 'not-found'],
    ['categorylists/2147480000/items/0', { Name: 'x' }, 404, 'not-found'],
  ])('%s refuses %j', async (url, body, status, what) => {
    expect(await refusal(bench.mine.post(`/api/contacts/${url}`, body))).toEqual([status, what])
  })

  test('have names of their own, also when many are made at once', async () => {
    const make = () => bench.mine.post('/api/contacts/categorylists/0', { CategoryTypeId: 1, Name: 'Raced' })
    const answers = await Promise.all(Array.from({ length: 5 }, make))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test('of another tenant are missing', async () => {
    const made = await post('saveCategoryList', 'categorylists/0', { CategoryTypeId: 3, Name: 'Ours' })
    const item = await post('saveCategoryItem', `categorylists/${made.CategoryListId}/items/0`, { Name: 'Mine' })
    const foreign = await bench.person(bench.theirs)
    for (const call of [
      bench.theirs.post(`/api/contacts/${foreign}/categories/${item.CategoryItemId}`),
      bench.theirs.post(`/api/contacts/categorylists/${made.CategoryListId}`, { Name: 'x' }),
      bench.theirs.delete(`/api/contacts/categorylists/${made.CategoryListId}?forceSave=true`),
      bench.theirs.delete(`/api/contacts/categorylists/${made.CategoryListId}/items/${item.CategoryItemId}`),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
  })
})
