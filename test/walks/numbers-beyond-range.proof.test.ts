import { afterAll, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import type { Json, JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { proofSize } from '#test/support/runner/proof-size'
import { callList, listOf } from '#test/support/walks/lists'
import { isText, numberFields, withValue } from '#test/support/walks/numbers'
import { exampleOf, propertiesOf, servedOperations, titleOf } from '#test/support/walks/operations'
import { savesBy } from '#test/support/walks/recipes'
import { fill, openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
const { caller } = world
afterAll(() => walk.close())

/** Beyond the range of 32 bits and of 64 bits. */
const BEYOND = ['9999999999', '99999999999999999999']
/** Of the attempts, every one in this number is made. Ids as text are always sent: a schema has no range for them. */
const STEP = proofSize({ reduced: 300, full: 1 })

const jsonOf = (schema: object | undefined): Json => JSON.parse(JSON.stringify(schema ?? {}))
const isIdText = ({ pattern }: JsonObject): boolean => /^\^\[0-9\]\{1,\d+\}\$$/.test(String(pattern))

/** Texts that a parameter can contain: a number, the start of a range, a list. */
const textsOf = (number: string) => [number, `${number},`, `[${number}]`]

interface Attempt {
  what: string
  isAlways: boolean
  send: (address: string, body: () => Promise<JsonObject>) => Promise<{ statusCode: number }>
}

const attemptsOf = (operation: Operation): Attempt[] => {
  const list = listOf(operation)
  const call = (address: string, body?: object) =>
    operation.method === 'POST' ? caller.post(address, body ?? {}) : caller.get(address)
  const inQuery = Object.keys(propertiesOf(jsonOf(operation.schema.querystring))).flatMap((name) =>
    BEYOND.flatMap(textsOf).map((text) => ({
      what: `?${name}=${text}`,
      isAlways: false,
      send: async (address: string, body: () => Promise<JsonObject>) =>
        call(`${address}?${new URLSearchParams({ [name]: text })}`, operation.schema.body && (await body())),
    })),
  )
  const inFilters = (list?.columns ?? []).flatMap((column) =>
    BEYOND.flatMap((value) => [`${column} eq ${value}`, `${column} eq '${value}'`, `${column} in (${value})`]).map(
      (filter) => ({
        what: filter,
        isAlways: false,
        send: (address: string) => (list ? callList(caller, list, address, { filter }) : call(address)),
      }),
    ),
  )
  const inBody = numberFields(jsonOf(operation.schema.body)).flatMap((field) =>
    BEYOND.map((value) => ({
      what: `/${field.path.join('/')} ${value}`,
      isAlways: isIdText(field.schema) && value === BEYOND[0],
      send: async (address: string, body: () => Promise<JsonObject>) =>
        call(address, withValue(await body(), field.path, isText(field) ? value : Number(value)) as object),
    })),
  )
  return [...inQuery, ...inFilters, ...(operation.method === 'POST' ? inBody : [])]
}

const addressOf = async (operation: Operation): Promise<{ address: string; ids: Map<string, string> }> => {
  try {
    const ids = await world.idsFor(operation.url)
    return { address: fill(operation.url, ids), ids }
  } catch {
    // The walk has no recipe for it: an id that does not exist shows less, but also has to be refused.
    return { address: operation.url.replace(/:\w+/g, '1'), ids: new Map() }
  }
}

let counted = 0
const isChosen = ({ isAlways }: Attempt) => isAlways || counted++ % STEP === 0

test('a number beyond the range of its column in a body, a query or a filter is never 500', async () => {
  const failed: string[] = []
  for (const operation of servedOperations(walk.server.app)) {
    const attempts = attemptsOf(operation).filter(isChosen)
    if (attempts.length === 0) continue
    const { address, ids } = await addressOf(operation)
    const recipe = savesBy(operation.operationId)
    const sent = recipe && (await world.bodyFor(recipe, ids).catch(() => undefined))
    const body = async () => world.renamed((sent ?? exampleOf(operation)) as JsonObject)
    for (const { what, send } of attempts) {
      const { statusCode } = await send(address, body)
      if (statusCode >= 500) failed.push(`${titleOf(operation)} ${what}: ${statusCode}`)
    }
  }
  expect(failed).toEqual([])
})

test('every number in a request has a range', () => {
  const requests = [...operationCatalogue.values()].flatMap(({ operationId, schema }) =>
    [schema.body, schema.querystring, schema.params].flatMap((part) =>
      numberFields(jsonOf(part)).map((field) => ({ operationId, ...field })),
    ),
  )
  const integers = requests.filter(({ schema: { type, enum: values } }) => !values && [type].flat().includes('integer'))
  const unbounded = integers.filter(({ schema: { format, maximum } }) => !format && maximum === undefined)
  expect(integers.length).toBeGreaterThan(1000)
  expect(unbounded.map(({ operationId, path }) => `${operationId} /${path.join('/')}`)).toEqual([])
})
