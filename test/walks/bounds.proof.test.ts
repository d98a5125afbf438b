import { afterAll, describe, expect, it, test } from 'vitest'
import { LIST_LIMITS } from '#areas/people/contacts/list-limits.model'
import { contractSchemas, operationCatalogue } from '#kernel/contract/catalogue'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { partsOf } from '#test/support/walks/all-walks'
import { bodyProperties, propertiesOf, servedOperations, titleOf } from '#test/support/walks/operations'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())

const shapes = new Map(contractSchemas.map((shape) => [String(shape.$id), JSON.parse(JSON.stringify(shape)) as Json]))

const resolved = (schema: Json | undefined): JsonObject => {
  if (!isJsonObject(schema)) return {}
  return typeof schema.$ref === 'string' ? resolved(shapes.get(schema.$ref.replace(/#.*$/, ''))) : schema
}

const typesOf = (schema: JsonObject): Json[] => [schema.type ?? []].flat()

const LOWER = ['minLength', 'minimum', 'minItems', 'exclusiveMinimum']
const UPPER = ['maxLength', 'maximum', 'maxItems', 'exclusiveMaximum']

/** The bounds of a read that its save does not have, by pointer. */
const missingBounds = (read: Json | undefined, saved: Json | undefined, at = '', depth = 0): string[] => {
  const [one, other] = [resolved(read), resolved(saved)]
  if (one === other || depth > 6 || one.readOnly || other.readOnly) return []
  const has = (name: string, isKept: (bound: number, own: number) => boolean) =>
    typeof one[name] !== 'number' || (typeof other[name] === 'number' && isKept(one[name], other[name]))
  const own = [
    ...LOWER.filter((name) => !has(name, (bound, kept) => kept >= bound)),
    ...UPPER.filter((name) => !has(name, (bound, kept) => kept <= bound)),
    ...(one.pattern !== undefined && one.pattern !== other.pattern ? ['pattern'] : []),
  ].map((name) => `${at} ${name}`)
  const [fields, sent] = [propertiesOf(one), propertiesOf(other)]
  return [
    ...own,
    ...(one.items && other.items ? missingBounds(one.items, other.items, `${at}/0`, depth + 1) : []),
    ...Object.keys(fields)
      .filter((name) => name in sent)
      .flatMap((name) => missingBounds(fields[name], sent[name], `${at}/${name}`, depth + 1)),
  ]
}

const allOperations = [...operationCatalogue.values()]
const responseOf = ({ schema }: Operation): Json => {
  const response = resolved(JSON.parse(JSON.stringify(schema.response[200] ?? {})) as Json)
  const rows = resolved(propertiesOf(response).Results)
  return resolved((rows.items ?? response.items ?? response) as Json)
}

/** The operations that show what a save writes: itself, GET at its path, and the list above. */
const readsOf = (save: Operation): Operation[] => {
  const paths = [save.url, save.url.replace(/\/[^/]*$/, '')].map((url) => url.toLowerCase())
  return [save, ...allOperations.filter(({ method, url }) => method === 'GET' && paths.includes(url.toLowerCase()))]
}

describe('a save has every bound of its read', () => {
  for (const save of allOperations.filter(({ schema }) => schema.body !== undefined)) {
    const body = JSON.parse(JSON.stringify(save.schema.body)) as Json
    const missing = readsOf(save).flatMap((read) =>
      missingBounds(responseOf(read), body).map((bound) => `${read.operationId} ${bound}`),
    )
    if (missing.length > 0) it(titleOf(save), () => expect(missing).toEqual([]))
  }
  test('compares the operations of the whole contract', () => {
    expect(allOperations.filter((one) => one.schema.body && readsOf(one).length > 1).length).toBeGreaterThan(50)
  })
})

/** Every list with a bound in the body of a save: how it grows, or why it cannot grow beyond the bound. */
const LISTS = partsOf('bounds')

const boundedLists = servedOperations(walk.server.app)
  .filter(({ method }) => method === 'POST')
  .flatMap((operation) =>
    Object.entries(bodyProperties(operation)).flatMap(([field, schema]) => {
      const { maxItems, ...list } = resolved(schema)
      // Requests cannot set Actions.
      const isList = typeof maxItems === 'number' && typesOf(list).includes('array') && field !== 'Actions'
      return isList ? [{ operation, field, maxItems }] : []
    }),
  )

test('every list with a bound is classified', () => {
  const served = boundedLists.map(({ operation, field }) => `${operation.operationId} ${field}`).sort()
  expect(served, 'add what fills the list, or why nothing keeps it, to `bounds` in *.walks.ts of the area').toEqual(
    Object.keys(LISTS).sort(),
  )
})

test('the limits of the lists of a contact are the bounds of its documents', () => {
  const documents = ['savePerson', 'saveOrganization'].map((id) => operationCatalogue.get(id))
  for (const { fields, max } of LIST_LIMITS)
    fields.forEach((field, index) => {
      const document = documents[index]
      if (field !== null) expect(document && resolved(bodyProperties(document)[field]).maxItems, field).toBe(max)
    })
})

/** The rows of a list: those of a field, or the whole response. */
const rowsIn = (read: Json, field: string): Json[] =>
  Array.isArray(read) ? read : ((read as JsonObject)[field] as Json[])

/** As the refusal of another version states it. */
const currentVersion = async (url: string): Promise<Json> =>
  (await world.caller.post(url, { AuditId: 2_000_000 })).json().AuditId ?? null

describe('no operation makes a list longer than the document allows', () => {
  for (const { operation, field, maxItems } of boundedLists) {
    const list = LISTS[`${operation.operationId} ${field}`]
    if (typeof list !== 'object') continue
    it(`${titleOf(operation)}: ${field}`, async () => {
      const url = await list.record(world)
      const stored = async () => rowsIn(await world.get(list.read?.(url) ?? url), field)
      const save = async (items: Json[]) =>
        world.caller.post(url, { AuditId: await currentVersion(url), [field]: items })
      const count = maxItems + 1 - (await stored()).length
      const items: JsonObject[] = []
      for (let index = 0; index < count; index++) items.push(await list.item(world, index))
      const filled = await save(items.slice(0, -1))
      expect([filled.statusCode, filled.body.slice(0, 300)]).toEqual([200, expect.anything()])
      const calls = [() => save(items.slice(-1)), ...(list.others ?? []).map((add) => () => add(world, url))]
      for (const call of calls) {
        const refused = await call()
        expect([refused.statusCode, JSON.parse(refused.body).code]).toEqual([422, 'too-many'])
      }
      const full = await stored()
      expect(full).toHaveLength(maxItems)
      const again = await save(full)
      expect([again.statusCode, again.body.slice(0, 300)]).toEqual([200, expect.anything()])
    }, 60_000)
  }
})
