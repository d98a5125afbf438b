import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isJsonObject, type Json } from '#kernel/contract/json'
import type { TestOwner } from './support/chapters.ts'
import { type Divided, openDivided, type Side } from './support/divided-tenant.ts'
import { exampleBody, pathWith, TABLES, WORDS } from './support/walk.ts'

let tenant: Divided
let asked = 0

beforeAll(async () => {
  tenant = await openDivided()
}, 120_000)
afterAll(() => tenant.server.close())

interface Route {
  method: string
  url: string
  scope: string
}

const routes = (): Route[] =>
  tenant.server.app.servedRoutes
    .filter((route: RouteOptions) => !route.config?.isPublic)
    .flatMap((route) =>
      [route.method]
        .flat()
        .filter((method) => !['HEAD', 'OPTIONS'].includes(method))
        .map((method) => ({ method, url: route.url, scope: route.config?.scope ?? '' })),
    )

const tablesIn = (url: string): string[] =>
  [...url.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => TABLES[name.toLowerCase()] ?? [])

/** Ids of contacts in a body, whoever the example names, become that side's; versions are those of records nobody changed. */
const bodyOf = (value: Json, url: string, side: Side): Json => {
  if (Array.isArray(value)) return value.map((item) => bodyOf(item, url, side))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => {
      if (/auditid$/i.test(name)) return [name, 1]
      const id = side('contact', /^contactid$/i.test(name) ? url : name)
      if (/contactid$/i.test(name)) return [name, typeof held === 'string' ? id : Number(id)]
      if (/contactids$/i.test(name)) return [name, [Number(id)]]
      return [name, bodyOf(held ?? null, url, side)]
    }),
  )
}

/** The same contact in path and body. */
const steady = (side: Side): Side & { chosen: () => string[] } => {
  const chosen = new Map<string, string>()
  const same: Side = (table, url) => {
    const key = `${table} ${url}`
    const id = chosen.get(key) ?? side(table, url)
    chosen.set(key, id)
    return id
  }
  return Object.assign(same, {
    chosen: () => [...chosen].filter(([key]) => key.startsWith('contact ')).map(([, id]) => id),
  })
}

const missing: Side = () => '2147480000'
/** The version in the path: of the first change, so that a delete of what is there goes through. */
const pathOf = (url: string, side: Side): string =>
  pathWith(url, (name) => {
    const table = TABLES[name.toLowerCase()]
    return table ? side(table, url) : (WORDS[name.toLowerCase()] ?? '1')
  })

const ask = async (owner: TestOwner, { method, url }: Route, from: Side) => {
  const side = steady(from)
  const path = pathOf(url, side)
  const body = method === 'POST' ? bodyOf(exampleBody(method, url), url, side) : undefined
  const query = method === 'GET' && /delta/.test(url) ? '?modifiedSince=2000-01-01T00:00:00Z&top=1000' : ''
  const answer = await owner.call(method, path + query, body)
  asked++
  expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(500)
  // What the caller has sent itself comes back as it would for an id that nobody has.
  const sent = new RegExp(`("\\w*ContactId":"?|"Value":")(${side.chosen().join('|') || '-'})(?=\\D)`, 'g')
  const told = answer.body.replace(/"(requestId|instance)":"[^"]*"/g, '').replace(sent, '$1sent')
  expect(tenant.foreignIn(told), `${method} ${path}: ${told}`).toEqual([])
  return { status: answer.statusCode, body: told }
}

/** Rows that are not as they were, told by what differs. */
const changed = (before: string[], after: string[]): string[] => {
  const [old, now] = [new Set(before), new Set(after)]
  const [gone, come] = [before.filter((row) => !now.has(row)), after.filter((row) => !old.has(row))]
  return [...gone, ...come].map((row) => {
    const known = new Set(
      gone
        .concat(come)
        .filter((other) => other !== row)
        .flatMap((other) => other.split(',"')),
    )
    return `${row.slice(0, 30)} ... ${row
      .split(',"')
      .filter((part) => !known.has(part))
      .join(' ')
      .slice(0, 300)}`
  })
}

describe('through every route an owner', () => {
  test('gets what is outside the chapter answered byte for byte like what is missing', async () => {
    const compared: number[] = []
    for (const route of routes()) {
      const inBody = /contactids?"/i.test(JSON.stringify(exampleBody(route.method, route.url))) ? ['contact'] : []
      const tables = [...tablesIn(route.url), ...(route.method === 'POST' ? inBody : [])]
      if (tables.length === 0 || !tables.every((table) => tenant.isDivided(table))) continue
      const foreign = await ask(tenant.owner, route, tenant.foreign)
      expect(foreign, `${route.method} ${route.url}`).toEqual(await ask(tenant.owner, route, missing))
      compared.push(foreign.status)
    }
    expect(compared.length).toBeGreaterThan(50)
    expect(compared.filter((status) => status === 404).length).toBeGreaterThan(compared.length * 0.6)
  })

  test('gets what is outside like what is missing below a contact of the chapter, too', async () => {
    let compared = 0
    for (const route of routes().filter(({ url }) => /:contactId\b/i.test(url))) {
      const nested = tablesIn(route.url).filter((table) => table !== 'contact')
      if (nested.length === 0 || !nested.every((table) => tenant.isDivided(table))) continue
      const below =
        (side: Side): Side =>
        (table, url) =>
          (table === 'contact' ? tenant.firstMember : side)(table, url)
      const foreign = await ask(tenant.owner, route, below(tenant.foreign))
      expect(foreign, `${route.method} ${route.url}`).toEqual(await ask(tenant.owner, route, below(missing)))
      compared++
    }
    expect(compared).toBeGreaterThan(5)
  })

  test('who may only read changes nothing in the tenant, nor answers anything from outside', async () => {
    const before = await tenant.everything()
    for (const route of routes()) {
      const { status } = await ask(tenant.reader, route, tenant.own)
      if (route.scope.endsWith(':write')) expect(status, `${route.method} ${route.url}`).toBe(403)
    }
    expect(changed(before, await tenant.everything())).toEqual([])
  })

  test('who may change another chapter changes nothing in one that is for reading', async () => {
    const before = await tenant.members()
    for (const route of routes().filter(
      ({ url, scope }) => scope.endsWith(':write') && tablesIn(url).includes('contact'),
    )) {
      const { status } = await ask(tenant.mixed, route, tenant.own)
      expect(status, `${route.method} ${route.url}`).toBeGreaterThanOrEqual(400)
    }
    expect(changed(before, await tenant.members())).toEqual([])
  })

  test('does what it likes with the chapter’s contacts, and nothing to those outside', async () => {
    // People whom the membership of a chapter's organization covers have the status that it gives them, wherever they are.
    const before = await tenant.outside(['status_id'])
    const done: number[] = []
    for (const route of routes()) done.push((await ask(tenant.owner, route, tenant.own)).status)
    expect(changed(before, await tenant.outside(['status_id']))).toEqual([])
    const asLeft = await tenant.outside()
    for (const route of routes()) await ask(tenant.owner, route, tenant.foreign)
    expect(changed(asLeft, await tenant.outside())).toEqual([])
    expect(done.filter((status) => status === 200).length).toBeGreaterThan(50)
    expect(asked).toBeGreaterThan(400)
  })
})
