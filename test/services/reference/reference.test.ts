import { afterAll, describe, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import { buildTestApp } from '#test/support/build-app'

const server = await buildTestApp()
afterAll(() => server.close())

const get = (url: string) => server.app.inject({ url })
const linksIn = (body: string): string[] => [...body.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link)
const operationsIn = (body: string): string[] =>
  [...body.matchAll(/href="\/reference\/operations\/([^"]+)"/g)].map(([, id = '']) => id)

describe('GET /reference', () => {
  test('lists all areas with their sections, and begins with the key', async () => {
    const { body, headers } = await get('/reference')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body.indexOf('id="key"')).toBeGreaterThan(0)
    expect(body.indexOf('id="key"')).toBeLessThan(body.indexOf('id="find"'))
    expect(body).toContain('href="/reference/areas/contacts#contacts-emails"')
    expect((await get('/reference/')).body).toBe(body)
  })

  test('leads to every operation that is served, and to no other', async () => {
    const areas = linksIn((await get('/reference')).body).filter((link) => /^\/reference\/areas\/[^#]+$/.test(link))
    const pages = await Promise.all([...new Set(areas)].map(get))
    const found = pages.flatMap(({ body }) => operationsIn(body))
    expect(found.toSorted()).toEqual([...operationCatalogue.keys()].toSorted())
  })

  test('names only scopes that an operation requires', async () => {
    const { body } = await get('/reference/areas/signatures')
    expect(body).toContain('<code>signatures:read</code>, <code>signatures:write</code>')
    expect((await get('/reference/areas/nothing')).statusCode).toBe(404)
  })

  test.each(['/reference', '/reference/areas/contacts', '/reference/operations/listContacts', '/reference/search?q=a'])(
    '%s loads only its style sheet and script, from this server',
    async (url) => {
      const { body, headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("connect-src 'self'")
      expect(policy).not.toMatch(/unsafe|https?:/)
      expect(body).not.toMatch(/<style|<script(?! src="\/)| style=| on\w+=/)
      const assets = [...body.matchAll(/<(?:link rel="stylesheet" href|script src)="([^"]+)"/g)].map(
        ([, path = '']) => path,
      )
      expect(assets).toHaveLength(3)
      for (const path of assets) expect((await get(path)).headers['cache-control']).toContain('immutable')
    },
  )
})

describe('GET /reference/operations/{operationId}', () => {
  test('is a page with address, samples and responses, for every operation', async () => {
    for (const [id, { openapiPath }] of operationCatalogue) {
      const { statusCode, body } = await get(`/reference/operations/${id}`)
      expect(statusCode, id).toBe(200)
      expect(body, id).toContain(`<code>${openapiPath}</code>`)
      expect(body, id).toContain('<summary>curl</summary>')
      expect(body, id).toContain('<h2 id="responses">')
      expect(body.replaceAll('is undefined', ''), id).not.toMatch(/undefined|\[object Object\]/)
    }
  })

  test('describes parameters, nested fields, access and cost', async () => {
    const { body } = await get('/reference/operations/savePerson')
    expect(body).toContain('Requires the scope <code>contacts:write</code>')
    expect(body).toContain('<code class="name">FirstName</code> <span class="type">text or null</span>')
    expect(body).toMatch(/<summary>\d+ fields<\/summary>/)
    expect((await get('/reference/operations/copyWorkflow')).body).toContain('Takes 10 tokens')
    expect((await get('/reference/operations/acceptPublicLog')).body).toContain('requires no credential')
    expect((await get('/reference/operations/LISTCONTACTS')).statusCode).toBe(200)
    expect((await get('/reference/operations/nothing')).statusCode).toBe(404)
  })

  test('sends a list without parameters, filters or a body that excludes rows', async () => {
    const list = (await get('/reference/operations/listContacts')).body
    expect(list).not.toMatch(/<input type="text"[^>]*(value=| required)/)
    const search = (await get('/reference/operations/searchTasks')).body
    expect(search).toMatch(/<textarea[^>]*>\{\}<\/textarea>/)
  })
})

describe('GET /reference/search', () => {
  const search = async (query: string) =>
    operationsIn((await get(`/reference/search?q=${encodeURIComponent(query)}`)).body)

  test('finds operations by the name of a field, a path, an id and words of a description', async () => {
    expect(await search('MembershipStatusTypeId')).toContain('listContacts')
    expect((await search('listContacts'))[0]).toBe('listContacts')
    expect(await search('/api/contacts/delta')).toContain('listContactChanges')
    expect(await search('continuation depth $skip')).toContain('listContacts')
    expect((await get('/reference/search?q=GracedCount')).body).toContain('<code>GracedCount (response)</code>')
  })

  test('shows the best if none contains all words, and says so', async () => {
    expect(await search('contacts zeppelin')).toContain('listContacts')
    expect((await get('/reference/search?q=contacts+zeppelin')).body).toContain(
      'No operation contains all words. These',
    )
    expect((await get('/reference/search?q=zeppelin')).body).toContain('No operation contains any of these words')
    expect((await get('/reference/search')).body).toContain('Enter words')
  })

  test('escapes the query, and accepts any', async () => {
    const { statusCode, body } = await get(
      `/reference/search?q=${encodeURIComponent(`<script>"'&${'x'.repeat(5000)}`)}`,
    )
    expect(statusCode).toBe(200)
    expect(body).not.toContain('<script>"')
    expect((await get('/reference/search?q=a&q=b')).statusCode).toBe(200)
  })
})
