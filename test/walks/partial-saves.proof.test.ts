import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, it, test } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { requiredFields, servedOperations, titleOf } from '#test/support/walks/operations'
import { savesBy } from '#test/support/walks/recipes'
import { openSave, otherValues, type Saved, saveFields, savesOf } from '#test/support/walks/saves'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())
const served = servedOperations(walk.server.app)
const saves = savesOf(served)

/** Saves of one field only. */
const EXEMPT: Record<string, string> = {
  saveSeat: 'is not saved by a recipe: its tests save single fields',
  saveCustomAdLocation: 'has one field, the name',
  saveMilestone: 'has one field, the name',
  saveTemplateMilestone: 'has one field, the name',
  previewMailTemplate: 'saves nothing',
  saveStoreCart: 'starts the time of its reservation again with each save',
  ...Object.fromEntries(
    ['Physical', 'Digital', 'Voucher', 'Informational'].map((kind) => [
      `save${kind}StoreItem`,
      'responds without the record; the tests of store items save single fields',
    ]),
  ),
}

const VERSIONS = /auditid$|^Modified|^Changed|^LastModified/i

/** A value without versions, those in JSON texts included. */
const withoutVersions = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutVersions)
  if (typeof value === 'string' && /^[{[]/.test(value)) return withoutVersions(JSON.parse(value) as Json)
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => !VERSIONS.test(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutVersions(inner)]))
}

const changedFields = (before: JsonObject, after: JsonObject): string[] =>
  Object.keys(before).filter(
    (name) =>
      !isDeepStrictEqual(withoutVersions(before[name] ?? null), withoutVersions(after[name] ?? null)) &&
      !VERSIONS.test(name),
  )

describe('a save of one field keeps the others', () => {
  for (const operation of saves) {
    const recipe = savesBy(operation.operationId)
    if (operation.operationId in EXEMPT) continue
    it(titleOf(operation), async () => {
      if (!recipe)
        throw new Error(`No recipe uses ${operation.operationId}: add it to \`recipes\` in *.walks.ts of the area`)
      const saved = await openSave(world, served, operation, recipe)
      const sent = await fillRecord(operation, saved)
      expect(Object.keys(sent).length).toBeGreaterThan(0)
      const before = await saved.read()
      const changed: Record<string, string[]> = {}
      for (const field of Object.keys(sent).filter((name) => !VERSIONS.test(name))) {
        await saveFields(operation, saved, before, sent, field)
        const others = changedFields(before, await saved.read())
        if (others.length > 0) changed[field] = others
      }
      expect(changed).toEqual({})
    })
  }
})

/** Gives the fields values other than their defaults, where the rules permit it. Returns the fields that can be sent. */
const fillRecord = async (operation: Operation, { created, read, save }: Saved): Promise<JsonObject> => {
  const sent: JsonObject = { ...created }
  const required = requiredFields(operation)
  const needed = () => Object.fromEntries(required.map((name) => [name, sent[name] ?? null]))
  const others = otherValues(operation, await read())
  // Most records take all of them at once; the rules of the rest decide about each.
  const accepts = async (fields: JsonObject) => (await save({ ...needed(), ...fields })).status === 200
  if (await accepts(others)) Object.assign(sent, others)
  else for (const [field, value] of Object.entries(others)) if (await accepts({ [field]: value })) sent[field] = value
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value === null || typeof value !== 'object'))
}

test('finds the operations of every area', () => {
  expect(saves.length).toBeGreaterThan(38)
})
