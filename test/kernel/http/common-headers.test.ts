import { expect, test } from 'vitest'
import { buildTestApp } from '#test/support/build-app'

const FOR_PAGES = ['cross-origin-opener-policy', 'origin-agent-cluster', 'referrer-policy']

test('every response has the headers that protect it in a browser, and records are cached nowhere', async () => {
  const server = await buildTestApp()
  const caller = await server.tenant()
  const { headers } = await caller.get('/api/signatures')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['strict-transport-security']).toContain('max-age=31536000')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(headers['cache-control']).toBe('private, no-store')
  expect(FOR_PAGES.filter((name) => name in headers)).toEqual([])
})

test('routes that can return pages add the headers that apply to pages only', async () => {
  const server = await buildTestApp()
  const { headers } = await server.app.inject('/')
  expect(FOR_PAGES.map((name) => headers[name])).toEqual(['same-origin', '?1', 'no-referrer'])
})
