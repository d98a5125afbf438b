import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from '#services/outbound/address-policy'
import { openOutbound } from '#services/outbound/outbound'
import { OutboundFault } from '#services/outbound/outbound-fault'
import { askDns, type Resolve, resolveAddresses } from '#services/outbound/resolve'
import { type DnsServer, startDnsServer } from './dns-server.ts'
import { SELF_SIGNED } from './self-signed.ts'
import { spellings } from './spellings.ts'

/** Loopback has many addresses: this one represents the public internet, and 127.0.0.1 what must not be called. */
const OUTSIDE = '127.0.0.2'

let inside: Server
let outside: Server
let port: number
let called: string[]

const OTHER_PROTOCOL = 'HTTP/1.1 101 Other\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'

/** What the outside server does for a path. For any other path it responds with the method and the host. */
const behaviors: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
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
  inside.on('connection', () => void called.push('inside'))
  await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve))
  port = (inside.address() as AddressInfo).port
  outside = createServer((request, response) => {
    const behave = behaviors[request.url ?? '']
    if (behave) behave(response, request)
    else response.end(`${request.method} ${request.headers.host}`)
  })
  outside.on('connection', () => void called.push('outside'))
  await new Promise<void>((resolve) => void outside.listen(port, OUTSIDE, resolve))
})
beforeEach(() => {
  called = []
})
afterAll(() => {
  for (const server of [inside, outside]) {
    server.closeAllConnections()
    server.close()
  }
})

const limits = { method: 'GET', timeout: 2000, maxBytes: 1000 } as const
const get = (url: string, resolve?: Resolve, listed = OUTSIDE) => openOutbound(listed, resolve).send({ ...limits, url })
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'called',
    (error) => (error instanceof OutboundFault ? error.code : String(error)),
  )

/** A name server returns addresses only: the names of this machine are tested as hosts. */
const ADDRESSES = Object.values(spellings)
  .flat()
  .filter((host) => !new URL(`http://${host}/`).hostname.includes('localhost'))

describe('outbound calls', () => {
  for (const [where, hosts] of Object.entries(spellings))
    test.each(hosts)(`reject ${where} written as %s`, async (host) => {
      for (const scheme of ['http', 'https']) {
        expect(await codeOf(get(`${scheme}://${host}:${port}/`))).toBe('refused-address')
        expect(await codeOf(openOutbound(OUTSIDE).check(`${scheme}://${host}:${port}/`))).toBe('refused-address')
      }
      expect(called).toEqual([])
    })

  test.each(['localhost', 'LOCALHOST', 'localhost.', 'any.localhost'])(
    'call %s if one of its addresses is listed',
    async (host) => {
      const noDns: Resolve = async () => []
      for (const listed of ['127.0.0.0/8', '127.0.0.1'])
        expect(await codeOf(get(`http://${host}:${port}/`, noDns, listed)), listed).toBe('called')
      expect(called).toEqual(['inside', 'inside'])
      expect(await codeOf(get(`http://${host}:${port}/`, noDns, '127.0.0.2'))).toBe('refused-address')
      expect(await codeOf(openOutbound('127.0.0.0/8', noDns).check(`http://${host}:${port}/`))).toBe('called')
    },
  )

  test('name the setting that allows an address', async () => {
    await expect(get(`http://127.0.0.1:${port}/`)).rejects.toThrow('OUTBOUND_ALLOWED_NETWORKS')
  })

  test('are tested with more than 60 spellings of addresses', () => {
    expect(new Set(Object.values(spellings).flat()).size).toBeGreaterThan(60)
  })

  test.each(ADDRESSES)('reject a name that resolves to %s', async (host) => {
    const { hostname } = new URL(`http://${host}/`)
    const address = hostname.replace(/[[\]]/g, '')
    expect(await codeOf(get(`http://name.example:${port}/`, async () => [address]))).toBe('refused-address')
    expect(await codeOf(get(`http://name.example:${port}/`, async () => [OUTSIDE, address]))).toBe('refused-address')
    expect(called).toEqual([])
  })

  test('do not connect to another address if a name resolves to one after the check', async () => {
    let lookups = 0
    const rebinding: Resolve = async () => [lookups++ % 2 === 0 ? OUTSIDE : '127.0.0.1']
    const outcomes = []
    for (let n = 0; n < 20; n++) outcomes.push(await codeOf(get(`http://rebinding.example:${port}/`, rebinding)))
    expect(new Set(outcomes)).toEqual(new Set(['called', 'refused-address']))
    expect(called).not.toContain('inside')
    expect(called).toHaveLength(10)
  })

  test('do not follow a redirect to an internal address', async () => {
    const { status, headers } = await get(`http://${OUTSIDE}:${port}/moved`)
    expect([status, headers.location]).toEqual([307, `http://127.0.0.1:${port}/`])
    expect(called).toEqual(['outside'])
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
  ])('reject %s with %s', async (url, code) => {
    const resolve: Resolve = async (name) => (name === 'public.example' ? ['93.184.216.34'] : [])
    expect(await codeOf(openOutbound('', resolve).check(url))).toBe(code)
    expect(await codeOf(get(url, resolve))).toBe(code)
  })

  test('are allowed to the addresses that the operator lists, also over http, with the requested host name', async () => {
    const { status, body } = await get(`http://name.example:${port}/`, async () => [OUTSIDE])
    expect([status, body.toString()]).toEqual([200, `GET name.example:${port}`])
    expect(await codeOf(get(`http://${OUTSIDE}:${port}/`, undefined, ''))).toBe('refused-address')
    expect(await codeOf(get(`http://127.0.0.1:${port}/`, undefined, '127.0.0.0/8'))).toBe('called')
  })

  test('end if the server hangs, breaks the connection, sends too much or is unavailable', async () => {
    const outbound = openOutbound(OUTSIDE)
    const at = (path: string) => ({ ...limits, timeout: 300, url: `http://${OUTSIDE}:${port}${path}` })
    expect(await codeOf(outbound.send(at('/hang')))).toBe('timeout')
    expect(await codeOf(outbound.send(at('/drip')))).toBe('timeout')
    expect(await codeOf(outbound.send(at('/reset')))).toBe('broken')
    expect(await codeOf(outbound.send(at('/broken')))).toBe('broken')
    expect(await codeOf(outbound.send(at('/headers')))).toBe('broken')
    expect(await codeOf(outbound.send(at('/long')))).toBe('too-large')
    expect(await codeOf(outbound.send({ ...limits, url: `http://${OUTSIDE}:1/` }))).toBe('unreachable')
    const never: Resolve = (_name, signal) =>
      new Promise((resolve) => void signal.addEventListener('abort', () => resolve([])))
    expect(await codeOf(get(`http://slow.example:${port}/`, never))).toBe('timeout')
  })

  test('return a response that switches protocols, and close its connection', async () => {
    expect(await get(`http://${OUTSIDE}:${port}/upgrade`)).toMatchObject({ status: 101, headers: { upgrade: 'x' } })
    await expect.poll(() => new Promise((resolve) => outside.getConnections((_, open) => resolve(open)))).toBe(0)
  })

  test('return the beginning of a long, slow or broken body if the caller accepts a part', async () => {
    const outbound = openOutbound(OUTSIDE)
    const cut = { ...limits, timeout: 300, longBody: 'cut' } as const
    const long = await outbound.send({ ...cut, url: `http://${OUTSIDE}:${port}/long` })
    const drip = await outbound.send({ ...cut, url: `http://${OUTSIDE}:${port}/drip` })
    const broken = await outbound.send({ ...cut, url: `http://${OUTSIDE}:${port}/broken` })
    expect([long.status, long.body.length, drip.status, drip.body.toString()]).toEqual([200, 1000, 200, 'beginning'])
    expect([broken.status, broken.body.toString()]).toEqual([410, 'gone'])
  })
})

test('addresses of the public internet are public, also if they are written in a transition format', () => {
  const open = ['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1', '64:ff9b::808:808']
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
  expect(['', 'name.example', '1.2.3', '8.8.8.8/32'].filter(isPublicAddress)).toEqual([])
})

test('DNS names resolve to all their IPv4 and IPv6 addresses', async () => {
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
    expect(await codeOf(get(`http://${name}:${port}/`, resolve))).toBe('refused-address')
  dns.close()
})

describe('a name server that never responds', () => {
  let dns: DnsServer
  beforeAll(async () => {
    dns = await startDnsServer({})
  })
  afterAll(() => dns.close())

  test('ends a request at its deadline with the error timeout', async () => {
    const begun = performance.now()
    const url = `http://name.example:${port}/`
    const sent = openOutbound(OUTSIDE, askDns([dns.address])).send({ ...limits, timeout: 200, url })
    expect(await codeOf(sent)).toBe('timeout')
    expect(performance.now() - begun, 'long before the resolver gives up').toBeLessThan(2000)
    expect(dns.queries()).toBeGreaterThan(0)
  })

  test('gets no query for a call that is aborted before it begins', async () => {
    const before = dns.queries()
    const resolve = askDns([dns.address])
    expect(await codeOf(resolveAddresses(new URL('http://name.example/'), resolve, AbortSignal.abort()))).toBe(
      'timeout',
    )
    expect(dns.queries()).toBe(before)
  })
})

test('sends nothing to a server with a certificate that no trusted authority signed', async () => {
  const requests: string[] = []
  const server = createTlsServer(SELF_SIGNED, (request, response) => {
    requests.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => void server.listen(0, OUTSIDE, resolve))
  const { port: tlsPort } = server.address() as AddressInfo
  expect(await codeOf(get(`https://${OUTSIDE}:${tlsPort}/secret`))).toBe('bad-certificate')
  expect(await codeOf(get(`https://name.example:${tlsPort}/secret`, async () => [OUTSIDE]))).toBe('bad-certificate')
  expect(requests).toEqual([])
  server.close()
})
