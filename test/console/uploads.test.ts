import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type ConsoleBrowser, openConsole } from '#test/support/console/console'
import { openSocket, parseAnswer } from '#test/support/server/socket'

const MIB = 1024 * 1024

let server: TestApp
let mine: TestCaller
let staff: ConsoleBrowser
beforeAll(async () => {
  server = await buildTestApp({ config: { fileLimit: MIB } })
  mine = await server.tenant()
  staff = await openConsole(server, mine)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

describe('a file that is too large', () => {
  test('is read to its end, so that the browser shows what is wrong', async () => {
    const start = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    const end = '\r\n--b--\r\n'
    const size = 20 * MIB
    const socket = await openSocket((server.app.server.address() as AddressInfo).port)
    socket.send(
      `POST /console/${mine.tenant.key}/imports/new HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\ncookie: ${staff.browser.cookies}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${start.length + size + end.length}\r\n\r\n${start}`,
    )
    socket.send('x'.repeat(size))
    socket.send(end)
    // Its response arrives only after the file was read.
    socket.send('GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    const { text } = await socket.ended
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 303', 'HTTP/1.1 200'])
    const { status, headers } = parseAnswer(text)
    expect([status, headers.location]).toEqual([303, `/console/${mine.tenant.key}/imports/new`])
    const kept = /guildhall-notice=([^;]+)/.exec(text)?.[1] ?? ''
    expect(Buffer.from(kept, 'base64url').toString()).toContain('The file is larger than 1 MiB.')
  })
})
