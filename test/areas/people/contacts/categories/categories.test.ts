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

/** Creates a category list of a type with one category. */
const makeCategory = async (CategoryTypeId: number, Name: string) => {
  const made = await post('saveCategoryList', 'categorylists/0', { CategoryTypeId, Name: `${Name} list` })
  const item = await post('saveCategoryItem', `categorylists/${made.CategoryListId}/items/0`, { Name })
  const listUrl = `/api/contacts/categorylists/${made.CategoryListId}`
  return {
    id: item.CategoryItemId,
    listId: made.CategoryListId,
    listUrl,
    url: `${listUrl}/items/${item.CategoryItemId}`,
  }
}

describe('POST /api/contacts/{contactId}/categories/{categoryItemId} (assignContactCategory)', () => {
  test('puts contacts of the right type into the category, once, and shows it on their row', async () => {
    const personId = await bench.person()
    const orgId = await bench.organization()
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
  })

  test('returns 404 for a category of another tenant', async () => {
    const { id } = await makeCategory(3, 'Sole')
    const foreign = await bench.person(bench.theirs)
    expect(await refusal(bench.theirs.post(`/api/contacts/${foreign}/categories/${id}`))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/contacts/{contactId}/categories (listContactCategories)', () => {
  test('returns the categories of the contact, and 404 to another tenant', async () => {
    const orgId = await bench.organization()
    const { id, listId } = await makeCategory(1, 'Bakeries')
    await post('assignContactCategory', `${orgId}/categories/${id}`)
    expect(await list('listContactCategories', `${orgId}/categories`)).toMatchObject([
      { CategoryItemId: id, CategoryListId: listId, Name: 'Bakeries', CategoryListName: 'Bakeries list' },
    ])
    expect(await refusal(bench.theirs.get(`/api/contacts/${orgId}/categories`))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/contacts/{contactId}/categories/{categoryItemId} (removeContactCategory)', () => {
  test('removes the contact from the category, once, and updates its row', async () => {
    const orgId = await bench.organization()
    const { id } = await makeCategory(1, 'Mills')
    await post('assignContactCategory', `${orgId}/categories/${id}`)
    const remove = () => bench.mine.delete(`/api/contacts/${orgId}/categories/${id}`)
    expect((await remove()).statusCode).toBe(200)
    expect(await bench.row(orgId)).toMatchObject({ Type: null })
    expect(await refusal(remove())).toEqual([404, 'not-found'])
  })
})

describe('GET /api/contacts/categorylists (listCategoryLists)', () => {
  test('returns the lists of a type with their categories in order, and the number of contacts', async () => {
    const orgId = await bench.organization()
    const { id, listId } = await makeCategory(1, 'Tailors')
    await post('assignContactCategory', `${orgId}/categories/${id}`)
    await post('saveCategoryItem', `categorylists/${listId}/items/${id}`, { DisplayOrder: 2 })
    const weavers = await post('saveCategoryItem', `categorylists/${listId}/items/0`, { Name: 'Weavers' })
    expect(weavers).toMatchObject({ Name: 'Weavers', DisplayOrder: 0, ContactCount: 0 })
    const all = await list('listCategoryLists', 'categorylists?CategoryTypeId=1')
    expect(all.find(({ CategoryListId }) => CategoryListId === listId)?.Items).toMatchObject([
      { Name: 'Weavers', ContactCount: 0 },
      { Name: 'Tailors', ContactCount: 1 },
    ])
    const others = await list('listCategoryLists', 'categorylists?CategoryTypeId=2')
    expect(others.map(({ CategoryListId }) => CategoryListId)).not.toContain(listId)
  })
})

describe('POST /api/contacts/categorylists/{categoryListId} (saveCategoryList)', () => {
  test.each([
    ['categorylists/0', {}, 400, '/CategoryTypeId'],
    ['categorylists/0', { CategoryTypeId: 17, Name: 'x' }, 400, '/CategoryTypeId'],
    ['categorylists/0', { CategoryTypeId: 1 }, 400, '/Name'],
    ['categorylists/2147480000', { Name: 'x' }, 404, 'not-found'],
  ])('%s with %j returns the fault', async (url, body, status, what) => {
    expect(await refusal(bench.mine.post(`/api/contacts/${url}`, body))).toEqual([status, what])
  })

  test('accepts one of several concurrent lists with the same name', async () => {
    const make = () => bench.mine.post('/api/contacts/categorylists/0', { CategoryTypeId: 1, Name: 'Raced' })
    const answers = await Promise.all(Array.from({ length: 5 }, make))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test('returns 409 for a new type of a list with categories, and 404 to another tenant', async () => {
    const { listUrl } = await makeCategory(3, 'Fixed')
    expect(await refusal(bench.mine.post(listUrl, { CategoryTypeId: 1 }))).toEqual([409, 'in-use'])
    expect(await refusal(bench.theirs.post(listUrl, { Name: 'x' }))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/contacts/categorylists/{categoryListId} (deleteCategoryList)', () => {
  test('returns 409 while a contact is in the list, and removes it from the list if forced', async () => {
    const orgId = await bench.organization()
    const { id, listUrl } = await makeCategory(3, 'Small')
    await post('assignContactCategory', `${orgId}/categories/${id}`)
    expect(await bench.row(orgId)).toMatchObject({ Type: 'Small' })
    expect(await refusal(bench.mine.delete(listUrl))).toEqual([409, 'in-use'])
    expect(await refusal(bench.theirs.delete(`${listUrl}?forceSave=true`))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(`${listUrl}?forceSave=true`)).statusCode).toBe(200)
    expect(await bench.row(orgId)).toMatchObject({ Type: null })
    expect(await list('listContactCategories', `${orgId}/categories`)).toEqual([])
  })
})

describe('POST /api/contacts/categorylists/{categoryListId}/items/{categoryItemId} (saveCategoryItem)', () => {
  test('changes the name of a category on the rows of its contacts', async () => {
    const orgId = await bench.organization()
    const { id, listId } = await makeCategory(1, 'Forges')
    await post('assignContactCategory', `${orgId}/categories/${id}`)
    await post('saveCategoryItem', `categorylists/${listId}/items/${id}`, { Name: 'Iron forges' })
    expect(await bench.row(orgId)).toMatchObject({ Type: 'Iron forges' })
  })

  test('returns 404 for a list that does not exist, and 409 for a name that the list contains', async () => {
    const items = '/api/contacts/categorylists/2147480000/items/0'
    expect(await refusal(bench.mine.post(items, { Name: 'x' }))).toEqual([404, 'not-found'])
    const { listUrl } = await makeCategory(1, 'Docks')
    expect(await refusal(bench.mine.post(`${listUrl}/items/0`, { Name: 'DOCKS' }))).toEqual([409, 'duplicate'])
  })
})

describe('DELETE /api/contacts/categorylists/{categoryListId}/items/{categoryItemId} (deleteCategoryItem)', () => {
  test('returns 409 while a contact is in the category, and removes it from the category if forced', async () => {
    const orgId = await bench.organization()
    const { id, url } = await makeCategory(3, 'Large')
    await post('assignContactCategory', `${orgId}/categories/${id}`)
    expect(await refusal(bench.mine.delete(url))).toEqual([409, 'in-use'])
    expect(await refusal(bench.theirs.delete(url))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(`${url}?forceSave=true`)).statusCode).toBe(200)
    expect(await bench.row(orgId)).toMatchObject({ Type: null })
  })
})
