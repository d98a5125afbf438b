import { afterAll, expect, test } from 'vitest'
import { PAGES, pageOf } from '#test/browser/pages'
import { buildTestApp } from '#test/support/build-app'

const server = await buildTestApp()
afterAll(() => server.close())

/** The public addresses of programs, and the parts of pages. */
const OTHERS = [
  /^\/health\//,
  /^\/(openapi\.json|reference\/(json|yaml))$/,
  /^\/\.well-known\//,
  /^\/mcp$/,
  /\.(js|css|ics)$/,
  /\/refused\.csv$/,
  /^\/api\/help\//,
  /^\/api\/webdav\//,
  /^\/api\/public\/(calendars|events|ads|storedownloads|native\/feeds)(\/|$)/,
  /^\/api\/public\/mail\/opened\//,
  /^\/api\/public\/store\/:tenantkey\/images\//,
  /^\/\*?$/,
]

test('every public address is a page that the browser tests look at, or one of programs', () => {
  const addresses = server.app.servedRoutes
    .filter(({ method, config }) => config?.isPublic && [method].flat().includes('GET'))
    .map(({ url }) => url)
  const isOther = (url: string) => OTHERS.some((pattern) => pattern.test(url))
  expect(
    addresses.filter((url) => !PAGES.includes(url) && !isOther(url)),
    'add it to test/browser/pages.ts',
  ).toEqual([])
  expect(
    PAGES.filter((url) => !addresses.includes(url)),
    'is no longer served',
  ).toEqual([])
})

test('an address belongs to the page with the most fixed segments', () => {
  expect(pageOf('/console/north/imports/new')).toBe('/console/:tenant/imports/new')
  expect(pageOf('/console/north/imports/7')).toBe('/console/:tenant/imports/:id')
  expect(pageOf('/events/north/12/carts/abc/done')).toContain('/carts/:secret/done')
  expect(pageOf('/')).toBe('/')
  expect(pageOf('/nothing')).toBeUndefined()
})
