import { createHash } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOutbound } from '#services/outbound/outbound'
import { OutboundFault } from '#services/outbound/outbound-fault'

/** This address represents the public internet, and 127.0.0.1 what must not be called. */
const OUTSIDE = '127.0.0.2'

let inside: Server
let outside: Server
let port: number
let called: string[]
const listen = (name: string, host: string, at: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      called.push(name)
      // Clients that were rejected later close their connections.
      socket.on('error', () => undefined).end(name)
    })
    server.listen(at, host, () => resolve(server))
  })
beforeAll(async () => {
  called = []
  inside = await listen('inside', '127.0.0.1', 0)
  port = (inside.address() as AddressInfo).port
  outside = await listen('outside', OUTSIDE, port)
})
beforeEach(() => {
  called = []
})
afterAll(() => {
  inside.close()
  outside.close()
})

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'connected',
    (error) => (error instanceof OutboundFault ? error.code : String(error)),
  )
const connect = (host: string, names: Record<string, string[]> = {}, at = port) =>
  openOutbound(OUTSIDE, async (name) => new Map(Object.entries(names)).get(name) ?? []).connect({
    host,
    port: at,
    timeout: 2000,
  })

test('connects to the address that was checked', async () => {
  const socket = await connect('files.example', { 'files.example': [OUTSIDE] })
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  expect(Buffer.concat(parts).toString()).toBe('outside')
  expect(called).toEqual(['outside'])
})

test('connects to no address that may not be called, however it is written, and to none of a name that has one', async () => {
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '017700000001', '::1', '::ffff:127.0.0.1'])
    expect(await codeOf(connect(host)), host).toBe('refused-address')
  const both = { 'both.example': [OUTSIDE, '127.0.0.1'], 'inside.example': ['127.0.0.1'] }
  for (const host of Object.keys(both)) expect(await codeOf(connect(host, both)), host).toBe('refused-address')
  expect(called).toEqual([])
})

test('reports names that do not resolve or are not valid, and ports where nothing listens', async () => {
  expect(await codeOf(connect('nowhere.example'))).toBe('unresolved')
  for (const host of ['', 'a b', 'user@host', 'host/path', 'host:22', '[::1'])
    expect(await codeOf(connect(host)), host).toBe('bad-url')
  expect(await codeOf(connect(OUTSIDE, {}, 1))).toBe('unreachable')
})

test('tries the next address if one does not accept a connection', async () => {
  const socket = await openOutbound('127.0.0.0/8', async () => ['127.0.0.3', OUTSIDE]).connect({
    host: 'files.example',
    port,
    timeout: 2000,
  })
  socket.destroy()
  expect(called).toEqual(['outside'])
})

test('sends the body of a stream with its length', async () => {
  const received = await new Promise<{ length: string | undefined; sha: string }>((resolve, reject) => {
    const server = createHttpServer((request, response) => {
      const hash = createHash('sha256')
      request.on('data', (part) => hash.update(part))
      request.on('end', () => {
        response.writeHead(204).end()
        server.close()
        resolve({ length: request.headers['content-length'], sha: hash.digest('hex') })
      })
    })
    server.listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const body = Readable.from([Buffer.alloc(300_000, 'a'), Buffer.alloc(200_000, 'b')])
      openOutbound('127.0.0.1')
        .send({ url, method: 'PUT', headers: { 'content-length': '500000' }, body, timeout: 5000, maxBytes: 100 })
        .catch(reject)
    })
  })
  const whole = Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.alloc(200_000, 'b')])
  expect(received).toEqual({ length: '500000', sha: createHash('sha256').update(whole).digest('hex') })
})
