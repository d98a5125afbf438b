import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isJsonObject, type Json } from '#kernel/contract/json'
import type { TestOwner } from './support/people/chapter-records.ts'
import { openDivided, type Side } from './support/walks/divided-tenant.ts'
import { exampleBody, pathWith, statusWithoutScope } from './support/walks/requests.ts'
import { tableOf } from './support/walks/tables.ts'
import { wordOf } from './support/walks/words.ts'

// The tenant is filled while tests are collected, because each route is a test.
const tenant = await openDivided()
afterAll(() => tenant.server.close())

interface Route {
  method: string
  url: string
  scope: string
}

const ROUTES: Route[] = tenant.server.app.servedRoutes
  .filter((route: RouteOptions) => !route.config?.isPublic)
  .flatMap((route) =>
    [route.method]
      .flat()
      .filter((method) => !['HEAD', 'OPTIONS'].includes(method))
      .map((method) => ({ method, url: route.url, scope: route.config?.scope ?? '' })),
  )

const tablesIn = (url: string): string[] =>
  [...url.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => tableOf(name, url) ?? [])

/** Replaces the ids of contacts in a body by ids of this side, and versions by those of unchanged records. */
const bodyOf = (value: Json, url: string, side: Side): Json => {
  if (Array.isArray(value)) return value.map((item) => bodyOf(item, url, side))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => {
      if (/auditid$/i.test(name)) return [name, 1]
      const id = side('contact', /^contactid$/i.test(name) ? url : name)
      if (/contactid$/i.test(name)) return [name, typeof given === 'string' ? id : Number(id)]
      if (/contactids$/i.test(name)) return [name, [Number(id)]]
      return [name, bodyOf(given ?? null, url, side)]
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
    const table = tableOf(name, url)
    return table ? side(table, url) : (wordOf(name) ?? '1')
  })

const ask = async (owner: TestOwner, { method, url }: Route, from: Side) => {
  const side = steady(from)
  const path = pathOf(url, side)
  const body = method === 'POST' ? bodyOf(exampleBody(method, url), url, side) : undefined
  const query = method === 'GET' && /delta/.test(url) ? '?modifiedSince=2000-01-01T00:00:00Z&top=1000' : ''
  const answer = await owner.call(method, path + query, body)
  expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(500)
  // Values that the caller sent are returned as they are for an id that does not exist.
  const sent = new RegExp(`("\\w*ContactId":"?|"Value":")(${side.chosen().join('|') || '-'})(?=\\D)`, 'g')
  const text = answer.body.replace(/"(requestId|instance)":"[^"]*"/g, '').replace(sent, '$1sent')
  expect(tenant.foreignIn(text), `${method} ${path}: ${text}`).toEqual([])
  return { status: answer.statusCode, body: text }
}

/** The changed rows, with their differences. */
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

const areDivided = (tables: string[]) => tables.length > 0 && tables.every((table) => tenant.isDivided(table))

describe('the owner of a chapter gets the same response for a record outside the chapter as for a missing one', () => {
  const divided = ROUTES.filter(({ method, url }) => {
    const inBody = /contactids?"/i.test(JSON.stringify(exampleBody(method, url))) ? ['contact'] : []
    return areDivided([...tablesIn(url), ...(method === 'POST' ? inBody : [])])
  })
  /** The statuses of all routes that were compared. */
  const compared: number[] = []

  test.each(divided)('$method $url', async (route) => {
    const foreign = await ask(tenant.owner, route, tenant.foreign)
    expect(foreign).toEqual(await ask(tenant.owner, route, missing))
    compared.push(foreign.status)
  })

  test('after most routes looked it up', () => {
    expect(divided.length).toBeGreaterThan(50)
    expect(compared.length).toBe(divided.length)
    // Owners of chapters have no scope for the seats of staff.
    const onSeats = divided.filter(({ url }) => tablesIn(url).includes('staff')).length
    const lookedUp = compared.filter((status) => status === 404).length
    expect(lookedUp).toBeGreaterThan((compared.length - onSeats) * 0.6)
  })

  const nested = ROUTES.filter(
    ({ url }) => /:contactId\b/i.test(url) && areDivided(tablesIn(url).filter((table) => table !== 'contact')),
  )

  test.each(nested)('below a contact of the chapter: $method $url', async (route) => {
    const below =
      (side: Side): Side =>
      (table, url) =>
        (table === 'contact' ? tenant.firstMember : side)(table, url)
    const foreign = await ask(tenant.owner, route, below(tenant.foreign))
    expect(foreign).toEqual(await ask(tenant.owner, route, below(missing)))
  })

  test('below contacts of the chapter, through several routes', () => expect(nested.length).toBeGreaterThan(5))
})

describe('an owner that can only read', () => {
  let before: string[]
  beforeAll(async () => {
    before = await tenant.everything()
  })

  test.each(ROUTES)('gets nothing from outside the chapter: $method $url', async (route) => {
    const { status } = await ask(tenant.reader, route, tenant.own)
    // The own login is not limited by chapters.
    const isLimited = !route.scope.startsWith('own-login:')
    if (isLimited && route.scope.endsWith(':write')) expect(status).toBe(statusWithoutScope(route.method, route.url))
  })

  test('changes nothing in the tenant', async () => expect(changed(before, await tenant.everything())).toEqual([]))
})

describe('an owner that can change only another chapter', () => {
  let before: string[]
  beforeAll(async () => {
    before = await tenant.members()
  })

  const writes = ROUTES.filter(({ url, scope }) => scope.endsWith(':write') && tablesIn(url).includes('contact'))

  test.each(writes)('is refused: $method $url', async (route) => {
    const { status } = await ask(tenant.mixed, route, tenant.own)
    expect(status).toBeGreaterThanOrEqual(400)
  })

  test('changes no member', async () => expect(changed(before, await tenant.members())).toEqual([]))
})

describe('an owner that can change the contacts of the chapter', () => {
  const done: number[] = []
  let before: string[]
  beforeAll(async () => {
    // A contact that the membership of an organization in the chapter covers gets its status, also outside the chapter.
    before = await tenant.outside(['status_id'])
  })

  test.each(ROUTES)('can call $method $url', async (route) => {
    const { status } = await ask(tenant.owner, route, tenant.own)
    expect(status).toBeLessThan(500)
    done.push(status)
  })

  test('changes no contact outside', async () => {
    expect(changed(before, await tenant.outside(['status_id']))).toEqual([])
    expect(done.filter((status) => status === 200).length).toBeGreaterThan(50)
  })
})

describe('the owner of a chapter, with ids from outside the chapter', () => {
  let before: string[]
  beforeAll(async () => {
    before = await tenant.outside()
  })

  test.each(ROUTES)('can call $method $url', async (route) => {
    expect((await ask(tenant.owner, route, tenant.foreign)).status).toBeLessThan(500)
  })

  test('changes no contact outside', async () => expect(changed(before, await tenant.outside())).toEqual([]))
})
