import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../support/build-app.ts'
import { openSocket, parseAnswer, sendThenRead } from '../support/server/socket.ts'

const HEADERS_TIMEOUT = 500
const REQUEST_TIMEOUT = 1000

let server: TestApp
let port: number
let handled = 0

beforeAll(async () => {
  server = await buildTestApp({
    config: { headersTimeout: HEADERS_TIMEOUT, requestTimeout: REQUEST_TIMEOUT, bodyLimit: 20_000 },
    routes: async (app) => {
      app.post('/test/echo', { config: { isPublic: true } }, async ({ body }) => {
        handled++
        return { body }
      })
      app.get('/test/:name', { config: { isPublic: true } }, async () => ({}))
    },
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Sends one text and waits until the server ends the connection. */
const exchange = async (text: string) => {
  const socket = await openSocket(port)
  socket.send(text)
  return parseAnswer((await socket.ended).text)
}

const post = (body: string, headers = '') =>
  `POST /test/echo HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\nconnection: close\r\n` +
  `content-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`

const expectProblem = (answer: ReturnType<typeof parseAnswer>, status: number, code: string) => {
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const problem = answer.json()
  expect(problem).toMatchObject({ status, code, type: `/reference/problems#${code}` })
  expect(problem.requestId).toBe(answer.headers['x-request-id'])
}

describe('a client that is too slow is disconnected', () => {
  test('returns 408 for headers that arrive too slowly, and closes the connection', async () => {
    const socket = await openSocket(port)
    socket.send('GET /health/live HTTP/1.1\r\nhost: here\r\n')
    const trickle = setInterval(() => socket.send('x-more: 1\r\n'), 100)
    const { text } = await socket.ended
    clearInterval(trickle)
    expectProblem(parseAnswer(text), 408, 'request-timeout')
  })

  test('returns 408 for a body that arrives too slowly, closes the connection and does not call the handler', async () => {
    const before = handled
    const socket = await openSocket(port)
    socket.send(
      'POST /test/echo HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{"a":"',
    )
    const trickle = setInterval(() => socket.send('x'), 100)
    const { text } = await socket.ended
    clearInterval(trickle)
    expectProblem(parseAnswer(text), 408, 'request-timeout')
    expect(handled).toBe(before)
  })

  test('a connection without a request is closed', async () => {
    const socket = await openSocket(port)
    await expect(socket.ended).resolves.toBeDefined()
  })

  test('other clients are served at the same time', async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, () => openSocket(port)))
    for (const socket of slow) socket.send('GET /health/live HTTP/1.1\r\n')
    const answer = await exchange('GET /health/live HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n')
    expect(answer.status).toBe(200)
    for (const socket of slow) socket.close()
  })
})

describe('a malformed request gets a problem document', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed-request'],
    ['TLS on a plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'malformed-request'],
    ['a header without a name', 'GET / HTTP/1.1\r\nhost: here\r\n: 1\r\n\r\n', 400, 'malformed-request'],
    ['a header with a line feed', 'GET / HTTP/1.1\r\nhost: here\r\na: b\n c\x00\r\n\r\n', 400, 'malformed-request'],
    [
      'a length in addition to chunks (request smuggling)',
      'POST /test/echo HTTP/1.1\r\nhost: here\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed-request',
    ],
    [
      'two lengths',
      'POST /test/echo HTTP/1.1\r\nhost: here\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      400,
      'malformed-request',
    ],
    ['no host', 'GET /health/live HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'malformed-request'],
    [
      'two hosts',
      'GET /health/live HTTP/1.1\r\nhost: here\r\nHost: there\r\nconnection: close\r\n\r\n',
      400,
      'malformed-request',
    ],
    [
      'two hosts at a path that does not exist',
      'GET /nothing HTTP/1.1\r\nhost: here\r\nhost: here\r\nconnection: close\r\n\r\n',
      400,
      'malformed-request',
    ],
    [
      'an expectation that cannot be met',
      'POST /test/echo HTTP/1.1\r\nhost: here\r\nexpect: cake\r\ncontent-length: 2\r\n\r\n{}',
      417,
      'expectation-failed',
    ],
    ['17 KiB of headers', `GET / HTTP/1.1\r\nhost: here\r\na: ${'x'.repeat(17_000)}\r\n\r\n`, 431, 'headers-too-large'],
    [
      'a path that is not UTF-8',
      'GET /test/%zz HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n',
      400,
      'malformed-url',
    ],
    [
      'a path segment of 600 characters',
      `GET /test/${'x'.repeat(600)} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n`,
      414,
      'url-too-long',
    ],
    ['malformed JSON', post('{"a":'), 400, 'malformed-json'],
    ['a document of 40 levels', post(`${'['.repeat(40)}${']'.repeat(40)}`), 400, 'too-deep'],
    ['a document of 9,000 levels', post('['.repeat(9000)), 400, 'too-deep'],
    ['a body over the limit', post(`{"a":"${'x'.repeat(30_000)}"}`), 413, 'body-too-large'],
    [
      'a body over the limit in chunks, without a length',
      'POST /test/echo HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n' +
        `connection: close\r\n\r\n7530\r\n${'x'.repeat(0x7530)}\r\n0\r\n\r\n`,
      413,
      'body-too-large',
    ],
  ])('%s', async (_name, text, status, code) => {
    const before = handled
    expectProblem(await exchange(text), status, code)
    expect(handled).toBe(before)
  })

  test('a length far beyond the limit is rejected before the body is sent', async () => {
    const answer = await exchange(
      'POST /test/echo HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\nconnection: close\r\n' +
        'content-length: 10000000000\r\n\r\n',
    )
    expectProblem(answer, 413, 'body-too-large')
  })

  test.each([
    ['a length', 'content-length: 20000000\r\n', (body: string) => body],
    [
      'a length, on a connection that the client closes',
      'content-length: 20000000\r\nconnection: close\r\n',
      (body: string) => body,
    ],
    ['chunks', 'transfer-encoding: chunked\r\n', (body: string) => `1312d00\r\n${body}\r\n0\r\n\r\n`],
  ])(
    'a client that sends its large body completely before it reads gets the response (%s)',
    async (_name, header, wrap) => {
      const head = `POST /test/echo HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n${header}\r\n`
      const { text, fault } = await sendThenRead(port, head + wrap('x'.repeat(20_000_000)))
      expect(fault).toBeUndefined()
      expectProblem(parseAnswer(text), 413, 'body-too-large')
    },
  )

  test('HTTP/1.0 needs no host, and 100-continue is met', async () => {
    expect((await exchange('GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200)
    const socket = await openSocket(port)
    socket.send(post('{"a":1}', 'expect: 100-continue\r\n'))
    expect((await socket.ended).text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  })

  test('a valid document of 32 levels is accepted', async () => {
    expect((await exchange(post(`${'['.repeat(32)}${']'.repeat(32)}`))).status).toBe(200)
  })

  test('garbage after a valid request does not change its response', async () => {
    const socket = await openSocket(port)
    socket.send('GET /health/live HTTP/1.1\r\nhost: here\r\n\r\n')
    await socket.until((text) => text.endsWith('{"status":"ok"}'))
    socket.send('garbage\r\n\r\n')
    const { text } = await socket.ended
    const second = text.slice(text.indexOf('{"status":"ok"}') + '{"status":"ok"}'.length)
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expectProblem(parseAnswer(second), 400, 'malformed-request')
  })
})
