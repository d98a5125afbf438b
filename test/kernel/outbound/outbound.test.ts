import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from '#kernel/outbound/address-policy'
import { openOutbound } from '#kernel/outbound/outbound'
import { OutboundFault } from '#kernel/outbound/outbound-fault'
import { askDns, type Resolve } from '#kernel/outbound/resolve'
import { startDnsServer } from './dns-server.ts'
import { SELF_SIGNED } from './self-signed.ts'
import { spellings } from './spellings.ts'

/** Loopback has many addresses: .2 stands for the public internet, .1 for what must not be reached. */
const OUTSIDE = '127.0.0.2'

let inside: Server
let outside: Server
let port: number
let reached: string[]

const OTHER_PROTOCOL = 'HTTP/1.1 101 Other\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'

/** What the server outside does with a path; it answers what it was asked where nothing is said. */
const behaviours: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/hang': () => undefined,
  '/reset': (_response, { socket }) => void socket.destroy(),
  '/moved': (response) => void response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end(),
  '/long': (response) => void response.end('x'.repeat(100_000)),
  '/drip': (response) => void response.writeHead(200).write('beginning'),
  '/broken': (response, { socket }) => void response.writeHead(410).write('gone', () => socket.resetAndDestroy()),
  '/upgrade': (_response, { socket }) => void socket.write(OTHER_PROTOCOL),
  '/headers': (response) => void response.writeHead(200, { 'x-long': 'h'.repeat(50_000) }).end(),
}

beforeAll(async () => {
  inside = createServer((_request, response) => response.end('secret'))
  inside.on('connection', () => void reached.push('inside'))
  await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve))
  port = (inside.address() as AddressInfo).port
  outside = createServer((request, response) => {
    const behave = behaviours[request.url ?? '']
    if (behave) behave(response, request)
    else response.end(`${request.method} ${request.headers.host}`)
  })
  outside.on('connection', () => void reached.push('outside'))
  await new Promise<void>((resolve) => void outside.listen(port, OUTSIDE, resolve))
})
beforeEach(() => {
  reached = []
})
afterAll(() => {
  for (const server of [inside, outside]) {
    server.closeAllConnections()
    server.close()
  }
})

const rooms = { method: 'GET', timeout: 2000, maxBytes: 1000 } as const
const get = (url: string, resolve?: Resolve, listed = OUTSIDE) => openOutbound(listed, resolve).send({ ...rooms, url })
const fault = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'reached',
    (error) => (error instanceof OutboundFault ? error.code : String(error)),
  )

describe('the door', () => {
  for (const [where, hosts] of Object.entries(spellings))
    test.each(hosts)(`does not lead to ${where} by %s`, async (host) => {
      for (const scheme of ['http', 'https']) {
        expect(await fault(get(`${scheme}://${host}:${port}/`))).toBe('refused-address')
        expect(await fault(openOutbound(OUTSIDE).check(`${scheme}://${host}:${port}/`))).toBe('refused-address')
      }
      expect(reached).toEqual([])
    })

  test('has more than 60 spellings tried on it', () => {
    expect(new Set(Object.values(spellings).flat()).size).toBeGreaterThan(60)
  })

  test.each(Object.values(spellings).flat())('does not lead to a name that resolves to %s', async (host) => {
    const { hostname } = new URL(`http://${host}/`)
    const address = hostname.replace(/[[\]]/g, '')
    if (/localhost/.test(address)) return
    expect(await fault(get(`http://name.example:${port}/`, async () => [address]))).toBe('refused-address')
    expect(await fault(get(`http://name.example:${port}/`, async () => [OUTSIDE, address]))).toBe('refused-address')
    expect(reached).toEqual([])
  })

  test('does not follow a name that is bound to another address after the look', async () => {
    let asked = 0
    const rebinding: Resolve = async () => [asked++ % 2 === 0 ? OUTSIDE : '127.0.0.1']
    const outcomes = []
    for (let n = 0; n < 20; n++) outcomes.push(await fault(get(`http://rebinding.example:${port}/`, rebinding)))
    expect(new Set(outcomes)).toEqual(new Set(['reached', 'refused-address']))
    expect(reached).not.toContain('inside')
    expect(reached).toHaveLength(10)
  })

  test('does not follow a redirect inside', async () => {
    const { status, headers } = await get(`http://${OUTSIDE}:${port}/moved`)
    expect([status, headers.location]).toEqual([307, `http://127.0.0.1:${port}/`])
    expect(reached).toEqual(['outside'])
  })

  test.each([
    ['ftp://example.org/', 'bad-url'],
    ['file:///etc/passwd', 'bad-url'],
    ['not a url', 'bad-url'],
    ['https://', 'bad-url'],
    ['http://user@127.0.0.2/', 'has-credentials'],
    ['https://:word@example.org/', 'has-credentials'],
    ['http://public.example/', 'not-https'],
    ['https://nowhere.example/', 'unresolved'],
  ])('refuses %s: %s', async (url, code) => {
    const resolve: Resolve = async (name) => (name === 'public.example' ? ['93.184.216.34'] : [])
    expect(await fault(openOutbound('', resolve).check(url))).toBe(code)
    expect(await fault(get(url, resolve))).toBe(code)
  })

  test('leads to what the operator has listed, in plain http as well, under the name that was asked for', async () => {
    const { status, body } = await get(`http://name.example:${port}/`, async () => [OUTSIDE])
    expect([status, body.toString()]).toEqual([200, `GET name.example:${port}`])
    expect(await fault(get(`http://${OUTSIDE}:${port}/`, undefined, ''))).toBe('refused-address')
    expect(await fault(get(`http://127.0.0.1:${port}/`, undefined, '127.0.0.0/8'))).toBe('reached')
  })

  test('ends a request to a server that hangs, breaks, sends too much or is unavailable', async () => {
    const outbound = openOutbound(OUTSIDE)
    const at = (path: string) => ({ ...rooms, timeout: 300, url: `http://${OUTSIDE}:${port}${path}` })
    expect(await fault(outbound.send(at('/hang')))).toBe('timeout')
    expect(await fault(outbound.send(at('/drip')))).toBe('timeout')
    expect(await fault(outbound.send(at('/reset')))).toBe('broken')
    expect(await fault(outbound.send(at('/broken')))).toBe('broken')
    expect(await fault(outbound.send(at('/headers')))).toBe('broken')
    expect(await fault(outbound.send(at('/long')))).toBe('too-large')
    expect(await fault(outbound.send({ ...rooms, url: `http://${OUTSIDE}:1/` }))).toBe('unreachable')
    const never: Resolve = (_name, signal) =>
      new Promise((resolve) => void signal.addEventListener('abort', () => resolve([])))
    expect(await fault(get(`http://slow.example:${port}/`, never))).toBe('timeout')
  })

  test('takes an answer that would speak another protocol for an answer, and does not wait for more', async () => {
    expect(await get(`http://${OUTSIDE}:${port}/upgrade`)).toMatchObject({ status: 101, headers: { upgrade: 'x' } })
    await expect.poll(() => new Promise((resolve) => outside.getConnections((_, open) => resolve(open)))).toBe(0)
  })

  test('takes the beginning of a long, slow or broken body where that is enough', async () => {
    const outbound = openOutbound(OUTSIDE)
    const cut = { ...rooms, timeout: 300, longBody: 'cut' } as const
    const long = await outbound.send({ ...cut, url: `http://${OUTSIDE}:${port}/long` })
    const drip = await outbound.send({ ...cut, url: `http://${OUTSIDE}:${port}/drip` })
    const broken = await outbound.send({ ...cut, url: `http://${OUTSIDE}:${port}/broken` })
    expect([long.status, long.body.length, drip.status, drip.body.toString()]).toEqual([200, 1000, 200, 'beginning'])
    expect([broken.status, broken.body.toString()]).toEqual([410, 'gone'])
  })
})

test('addresses of the public internet are public, whatever network lies between', () => {
  const open = ['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1', '64:ff9b::808:808']
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
  expect(['', 'name.example', '1.2.3', '8.8.8.8/32'].filter(isPublicAddress)).toEqual([])
})

test('names are resolved to all of their addresses, of both kinds; one that no server knows does not hold a call up', async () => {
  const loopback6 = [...Array<number>(15).fill(0), 1]
  const dns = await startDnsServer({
    'outside.example': [[127, 0, 0, 2]],
    'both.example': [[127, 0, 0, 2], loopback6],
    'inside.example': [
      [127, 0, 0, 2],
      [10, 0, 0, 1],
    ],
  })
  const resolve = askDns([dns.address])
  const { signal } = new AbortController()
  expect(await resolve('both.example', signal)).toEqual(['127.0.0.2', '::1'])
  expect((await get(`http://outside.example:${port}/`, resolve)).body.toString()).toBe(`GET outside.example:${port}`)
  for (const name of ['both.example', 'inside.example'])
    expect(await fault(get(`http://${name}:${port}/`, resolve))).toBe('refused-address')
  const hanging = openOutbound(OUTSIDE, resolve).send({
    ...rooms,
    timeout: 200,
    url: `http://hanging.example:${port}/`,
  })
  expect(await fault(hanging)).toBe('timeout')
  dns.close()
})

test('a server whose certificate nobody vouches for is not told anything', async () => {
  const told: string[] = []
  const server = createTlsServer(SELF_SIGNED, (request, response) => {
    told.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => void server.listen(0, OUTSIDE, resolve))
  const { port: tlsPort } = server.address() as AddressInfo
  expect(await fault(get(`https://${OUTSIDE}:${tlsPort}/secret`))).toBe('bad-certificate')
  expect(await fault(get(`https://name.example:${tlsPort}/secret`, async () => [OUTSIDE]))).toBe('bad-certificate')
  expect(told).toEqual([])
  server.close()
})
