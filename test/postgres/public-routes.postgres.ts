import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProxiedTenant, type PublicRequest, TENANT_REQUESTS } from '../support/server/public-requests.ts'
import { openProxy, type RoutingProxy } from './haproxy.ts'

/** Tenants of two installations that have the same records. */
const TENANTS: ProxiedTenant[] = [
  { key: 'ada', id: 'a', installation: 'north' },
  { key: 'cid', id: 'lflt', installation: 'south' },
]

let proxy: RoutingProxy
const servers: Server[] = []
const listen = async (name: string): Promise<number> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('x-served-by', name).end('{}'))
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  proxy = await openProxy()
  const ports = { north: await listen('north'), south: await listen('south') }
  await proxy.start(
    ports,
    TENANTS.map(({ key, id, installation: at }) => ({ key, id, at })),
  )
}, 30_000)
afterAll(async () => {
  await proxy.stop()
  for (const server of servers) server.close()
})

/** Sends a request through the proxy, and returns the installation that it reached. */
const installationOf = async ({ path, headers, body, isJson }: PublicRequest): Promise<string | null> => {
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  const text = body && (isJson ? JSON.stringify(body) : new URLSearchParams(body).toString())
  const response = await fetch(`${proxy.url}${path}`, {
    redirect: 'manual',
    headers: { ...headers, ...(body && { 'content-type': type }) },
    ...(text !== undefined && { method: 'POST', body: text }),
  })
  await response.arrayBuffer()
  return response.headers.get('x-served-by')
}

describe.each(Object.entries(TENANT_REQUESTS))('%s', (_route, waysFor) => {
  test.each(TENANTS)('reaches the installation of $key', async (tenant) => {
    const ways = waysFor(tenant)
    const reached = await Promise.all(ways.map(async (way) => ({ ...way, at: await installationOf(way) })))
    expect(reached).toEqual(ways.map((way) => ({ ...way, at: tenant.installation })))
  })
})

test('static parts of a path are routed in any case of their letters', async () => {
  for (const path of ['/Events/cid/4', '/CONSOLE/cid', '/Members/cid/sign-in', '/API/public/ads/cid/pages/1'])
    expect(await installationOf({ path }), path).toBe('south')
})

test('an installation that the map does not have is that of the other requests', async () => {
  for (const installation of ['moving', 'west', '']) {
    expect(await installationOf({ path: `/account?installation=${installation}` })).toBe('north')
    expect(
      await installationOf({ path: '/account', headers: { cookie: `guildhall-installation=${installation}` } }),
    ).toBe('north')
  }
})

test('a parameter of an operation does not choose an installation', async () => {
  expect(await installationOf({ path: '/api/contacts?installation=south' })).toBe('north')
})
