import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { servedFileTexts } from '#scripts/contract/served-files'
import { buildTestApp, type TestApp } from '#test/support/build-app'

const texts = servedFileTexts()
let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

describe('the documents that the build makes', () => {
  it('equal what the routes describe', () => {
    const described = JSON.parse(JSON.stringify(server.app.swagger()))
    expect(JSON.parse(texts['openapi.json'] ?? '')).toEqual(described)
    expect(parse(texts['openapi.yaml'] ?? '')).toEqual(described)
  })

  it.each(['/openapi.json', '/reference/json', '/reference/yaml'])('%s is sent with an ETag, and once', async (url) => {
    const first = await server.app.inject(url)
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-cache'])
    const etag = String(first.headers.etag)
    expect(url.endsWith('yaml') ? parse(first.body) : first.json()).toEqual(JSON.parse(texts['openapi.json'] ?? ''))
    const again = await server.app.inject({ url, headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const head = await server.app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, etag, ''])
  })
})
