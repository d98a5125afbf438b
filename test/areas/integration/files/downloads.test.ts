import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { PIXEL, upload } from '#test/support/integration/files'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let mine: TestCaller
let text: number
let image: number
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  text = await upload(mine, 'Zahlen "2026".csv', '0123456789')
  image = await upload(mine, 'pixel.png', PIXEL)
})
afterAll(() => server.close())

const BYTES = { accept: '*/*' }
const open = (url: string, headers: Record<string, string> = BYTES) => server.app.inject({ url, headers })
const tokenOf = async (id: number) => (await mine.post(`/api/files/${id}/link`, {})).json().Token as string

describe('GET /api/webdav/{fileid} (getFile)', () => {
  test('wraps text as it is and anything else as base64', async () => {
    const wrapped = await mine.get(`/api/webdav/${text}`)
    expectShape('getFile', wrapped.json())
    expect(wrapped.json()).toMatchObject({
      Content: '0123456789',
      StatusCode: '200',
      IsSuccessStatusCode: true,
      Headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename="Zahlen 2026 .csv"',
      },
    })
    const picture = await mine.get(`/api/webdav/${image}`, { accept: 'application/json' })
    expect(Buffer.from(picture.json().Content, 'base64').equals(PIXEL)).toBe(true)
    expect(picture.json().Headers).toMatchObject({ 'content-type': 'image/png', 'content-transfer-encoding': 'base64' })
    expect(picture.headers.etag).not.toBe((await mine.get(`/api/webdav/${image}`, BYTES)).headers.etag)
  })

  test.each([
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'bytes'],
    ['image/avif,image/webp,*/*', 'bytes'],
    ['*/*', 'bytes'],
    ['application/json;q=0.5, text/plain', 'bytes'],
    ['application/json, text/plain, */*', 'message'],
    ['text/json', 'message'],
    ['', 'message'],
  ])('sends for Accept: %s the %s', async (accept, form) => {
    const answer = await mine.get(`/api/webdav/${text}`, { accept })
    expect(answer.body.startsWith('{') ? 'message' : 'bytes').toBe(form)
    expect(answer.headers.vary).toBe('Accept')
  })

  test('sends bytes with headers that let no content run', async () => {
    const shown = await mine.get(`/api/webdav/${image}`, BYTES)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PIXEL.length),
      'content-disposition': 'inline; filename="pixel.png"',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    for (const active of [
      '<!doctype html><script>alert(1)</script>',
      '<svg onload="alert(1)"/>',
      '<?xml version="1.0"?><x/>',
    ]) {
      const id = await upload(mine, 'photo.png', active)
      const { headers, body } = await mine.get(`/api/webdav/${id}`, BYTES)
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['content-disposition']).toBe('attachment; filename="photo.png"')
      expect(body).toBe(active)
    }
  })

  test.each<[string, number, string, string | undefined]>([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['bytes=4-2', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ])('Range: %s returns %i %s', async (range, status, body, contentRange) => {
    const answer = await mine.get(`/api/webdav/${text}`, { ...BYTES, range })
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([status, body, contentRange])
    expect(answer.headers['content-length']).toBe(String(body.length))
  })

  test.each(['bytes=10-', 'bytes=-0', 'bytes=999999999999999999-'])('Range: %s returns 416', async (range) => {
    const answer = await mine.get(`/api/webdav/${text}`, { ...BYTES, range })
    expect(answer.statusCode).toBe(416)
    expect(answer.json().code).toBe('range-not-satisfiable')
    expect(answer.headers['content-range']).toBe('bytes */10')
  })

  test('resumes only the same bytes', async () => {
    const { etag } = (await mine.get(`/api/webdav/${text}`, BYTES)).headers
    const resume = (ifRange: string) =>
      mine.get(`/api/webdav/${text}`, { ...BYTES, range: 'bytes=5-', 'if-range': ifRange })
    expect((await resume(String(etag))).body).toBe('56789')
    for (const other of ['"other"', `W/${etag}`, 'Sun, 22 Nov 2026 19:00:00 GMT'])
      expect((await resume(other)).body, other).toBe('0123456789')
  })

  test('returns 304 for a known ETag', async () => {
    const { etag } = (await mine.get(`/api/webdav/${text}`, BYTES)).headers
    for (const tags of [String(etag), `"x", W/${etag}`, '*']) {
      const answer = await mine.get(`/api/webdav/${text}`, { ...BYTES, 'if-none-match': tags })
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag])
    }
    expect((await mine.get(`/api/webdav/${text}`, { ...BYTES, 'if-none-match': '"x"' })).statusCode).toBe(200)
  })

  test('HEAD returns the headers without the bytes', async () => {
    const answer = await server.app.inject({
      method: 'HEAD',
      url: `/api/webdav/${text}`,
      headers: { ...BYTES, authorization: `ApiKey ${mine.key}` },
    })
    expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([200, '10', ''])
  })

  test('returns 503 if the bytes are missing in the store', async () => {
    const lost = await buildTestApp({ config: { filesFolder: '/nowhere' } })
    const answer = await lost.app.inject({
      url: `/api/webdav/${text}`,
      headers: { authorization: `ApiKey ${mine.key}` },
    })
    expect(answer.statusCode).toBe(503)
    await lost.close()
  })
})

describe('GET /api/webdav/{fileid}/{filename} (getNamedFile)', () => {
  test('returns the file by id with a credential; the name has no effect', async () => {
    for (const name of ['a.html', '..%2f..%2fetc%2fpasswd', encodeURIComponent('"\r\nX-Evil: 1'), '7'])
      expect((await mine.get(`/api/webdav/${text}/${name}`, BYTES)).body).toBe('0123456789')
  })

  test('returns 401 without a credential and 403 without the scope', async () => {
    const url = `/api/webdav/${text}/a.csv`
    expect((await open(url)).statusCode).toBe(401)
    const powerless = await server.caller(mine.tenant, ['contacts:read'])
    const refused = await powerless.get(url)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient-scope'])
  })

  test('returns the file of a token', async () => {
    const token = await tokenOf(text)
    const answer = await open(`/api/webdav/${token}/${text}`)
    expect(answer.body).toBe('0123456789')
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await open(`/api/webdav/${token}/${image}`)).statusCode).toBe(404)
    expect((await open(`/api/webdav/${token}/x`)).statusCode).toBe(404)
    // The link is the credential, so another one that is sent has no effect.
    for (const authorization of ['ApiKey ghk_zz', 'Basic abc', 'Bearer nope'])
      expect((await open(`/api/webdav/${token}/${text}`, { authorization })).statusCode).toBe(200)
    expect((await open(`/api/webdav/${text}/x`, { authorization: 'ApiKey ghk_zz' })).statusCode).toBe(401)
  })
})

describe('GET /api/webdav/{token}/{fileid}/{filename} (getNamedFileByToken)', () => {
  test('returns the one file of the token', async () => {
    const token = await tokenOf(image)
    const answer = await open(`/api/webdav/${token}/${image}/any.name`)
    expect(answer.rawPayload.equals(PIXEL)).toBe(true)
    expect((await open(`/api/webdav/${token}/${text}/any.name`)).statusCode).toBe(404)
  })

  test('returns 404 for a token that is changed, of another tenant, or a guess', async () => {
    const token = await tokenOf(image)
    const foreign = await server.tenant()
    const [part = '', sealed = ''] = token.split('-', 2)
    const moved = `${foreign.tenant.id.toString(36)}-${token.slice(part.length + 1)}`
    const changed = `${part}-${sealed.startsWith('A') ? 'B' : 'A'}${token.slice(part.length + 2)}`
    for (const wrong of [moved, changed, 'guess', `${part}-`, '1', 'x'.repeat(400)])
      expect((await open(`/api/webdav/${wrong}/${image}/a.png`)).statusCode, wrong).toBe(404)
  })
})
