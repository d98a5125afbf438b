import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

const LIMIT = 100_000

let server: TestApp
let mine: TestCaller
let port: number
beforeAll(async () => {
  server = await buildTestApp({ own: true, config: { fileLimit: LIMIT } })
  mine = await server.tenant()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server.close())

const open = (headers: Record<string, string | number> = {}) =>
  request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/files?filename=a.bin',
    headers: { authorization: `ApiKey ${mine.key}`, 'content-type': 'image/png', ...headers },
  })
const received = () => readdir(server.app.files.uploads.folder)

describe('POST /api/files (uploadFile) over a connection', () => {
  test('a client that still sends a file that is too large gets 413', async () => {
    const upload = open()
    upload.on('error', () => undefined)
    const answer = new Promise<number | undefined>((resolve) =>
      upload.on('response', ({ statusCode }) => resolve(statusCode)),
    )
    for (let sent = 0; sent < 3 * LIMIT; sent += 10_000) upload.write(Buffer.alloc(10_000))
    expect(await answer).toBe(413)
    upload.destroy()
    await expect.poll(received).toEqual([])
  })

  test('an upload that is broken off leaves nothing', async () => {
    const upload = open({ 'content-length': 50_000 })
    upload.on('error', () => undefined)
    upload.write(Buffer.alloc(20_000))
    await expect.poll(received).toHaveLength(1)
    upload.destroy()
    await expect.poll(received).toEqual([])
    expect((await mine.get('/api/files')).json().Results).toEqual([])
  })

  test('a file is read only after the credential was accepted', async () => {
    const upload = open({ authorization: 'ApiKey wrong' })
    upload.on('error', () => undefined)
    const answer = new Promise<number | undefined>((resolve) =>
      upload.on('response', ({ statusCode }) => resolve(statusCode)),
    )
    upload.write(Buffer.alloc(20_000))
    expect(await answer).toBe(401)
    expect(await received()).toEqual([])
    upload.destroy()
  })
})
