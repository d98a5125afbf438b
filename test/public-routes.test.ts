import { afterAll, expect, test } from 'vitest'
import { buildTestApp } from './support/build-app.ts'
import { matchesRoute, SHARED_ROUTES, TENANT_REQUESTS } from './support/server/public-requests.ts'

const server = await buildTestApp()
afterAll(() => server.close())

const PUBLIC = [
  ...new Set(server.app.servedRoutes.filter(({ config }) => config?.isPublic).map(({ url }) => url)),
].sort()
const PATTERNS = [...Object.keys(TENANT_REQUESTS), ...SHARED_ROUTES]

test('every public route says how a proxy finds its installation', () => {
  expect(PUBLIC.length).toBeGreaterThan(50)
  expect(PUBLIC.filter((url) => !PATTERNS.some((pattern) => matchesRoute(pattern, url)))).toEqual([])
})

test('every way belongs to a route', () => {
  expect(PATTERNS.filter((pattern) => !PUBLIC.some((url) => matchesRoute(pattern, url)))).toEqual([])
})
