/** How the walks save fields of one record of each kind. */
import { expect } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { bodyProperties, pathNames, requiredFields } from './operations.ts'
import { type SaveRecipe, savesBy } from './recipes.ts'
import { isWord } from './words.ts'
import { fill, type Ids, type World } from './world.ts'

/** The path that returns a record, if not GET at the path of its save or the list above it. */
const READS: Record<string, string> = {
  saveOrganization: '/api/contacts/OrgGeneral/:contactid',
  saveChapter: '/api/chapters/:chapterid',
  saveWorkflow: '/api/workflows/getworkflow/:workflowid',
  saveDirectoryListingCustomField: '/api/customfields/:customfieldid',
  saveEventGroup: '/api/eventgroups/groups/:eventid/:eventgroupid',
  saveTask: '/api/task/items/:taskitemid/0/0',
  saveCategoryItem: '/api/contacts/categorylists',
  saveDisplayAd: '/api/sponsorships/displayad/:adid',
  saveWebhook: '/api/webhooks/setup/details/:webhookid',
}

/** The operations that create with id 0, by their documentation or by a recipe. */
export const savesOf = (served: readonly Operation[]): Operation[] =>
  served.filter((operation) => {
    const { method, url, schema } = operation
    const createsById = savesBy(operation.operationId) !== undefined && /:\w+(\/:forcesave)?$/i.test(url)
    return method === 'POST' && (createsById || /\bid 0\b|Id 0\b/.test(`${schema.description}`))
  })

/** Saves with the id in the body, and the parameter by which the record is read. */
const ID_IN_BODY: Record<string, string> = { saveWebhook: 'webhookid', saveDisplayAd: 'adid' }

const ownName = ({ operationId, url }: Operation): string =>
  pathNames(url)
    .findLast((name) => !isWord(name))
    ?.toLowerCase() ??
  ID_IN_BODY[operationId] ??
  ''

const readUrl = (served: readonly Operation[], { operationId, url }: Operation): string => {
  const known = READS[operationId]
  if (known) return known
  return served.some((one) => one.method === 'GET' && one.url === url) ? url : url.replace(/\/:[^/]*$/, '')
}

/** The object with this id, wherever it is in a response. */
const findObject = (value: Json, field: string, id: string): JsonObject | undefined => {
  if (Array.isArray(value)) return value.map((item) => findObject(item, field, id)).find((found) => found !== undefined)
  if (!isJsonObject(value)) return undefined
  if (String(value[field]) === id) return value
  return findObject(Object.values(value), field, id)
}

export interface Saved {
  created: JsonObject
  read(): Promise<JsonObject>
  save(body: JsonObject): Promise<{ status: number; text: string }>
}

/** Creates a record by the example. Returns how to read it and how to save fields of it. */
export const openSave = async (
  world: World,
  served: readonly Operation[],
  operation: Operation,
  recipe: SaveRecipe,
): Promise<Saved> => {
  const name = ownName(operation)
  const isInPath = !(operation.operationId in ID_IN_BODY)
  const parents = isInPath ? operation.url.slice(0, operation.url.toLowerCase().lastIndexOf(`:${name}`)) : ''
  const ids: Ids = await world.idsFor(parents)
  const created: JsonObject = JSON.parse(JSON.stringify(await world.bodyFor(recipe, ids)))
  const made = await world.post(fill(operation.url, new Map([...ids, [name, '0']])), created)
  const id = String(made[recipe.id])
  const bodyId = isInPath ? {} : { [recipe.id]: made[recipe.id] ?? id }
  ids.set(name, id)
  const url = fill(operation.url, ids)
  const read = async () => {
    const got = await world.get(fill(readUrl(served, operation), ids))
    const idField = Object.keys(made).find((field) => field.toLowerCase() === name) ?? recipe.id
    return findObject(got, idField, id) ?? findObject(got, recipe.id, id) ?? got
  }
  let versions: JsonObject | undefined
  const save = async (body: JsonObject) => {
    versions ??= await currentVersions(world, operation, url, bodyId)
    const response = await world.caller.post(url, { ...versions, ...body, ...bodyId })
    if (response.statusCode === 200) versions = savedVersions(versions, response.json())
    return { status: response.statusCode, text: response.body }
  }
  return { created, read, save }
}

/** The versions after a save; undefined if its response does not state them all. */
const savedVersions = (versions: JsonObject, saved: Json): JsonObject | undefined => {
  const stated = Object.keys(versions).flatMap((name) => {
    const version = isJsonObject(saved) ? saved[name] : undefined
    return typeof version === 'number' ? [[name, version] as const] : []
  })
  return stated.length === Object.keys(versions).length ? Object.fromEntries(stated) : undefined
}

/** The versions that a save needs, as the refusals of other versions state them. */
const currentVersions = async (
  world: World,
  operation: Operation,
  url: string,
  bodyId: JsonObject,
): Promise<JsonObject> => {
  const versions: JsonObject = {}
  for (const field of Object.keys(bodyProperties(operation)).filter((name) => /auditid$/i.test(name))) {
    const refused = (await world.caller.post(url, { ...versions, ...bodyId, [field]: 2_000_000 })).json()
    if (typeof refused.AuditId === 'number') versions[field] = refused.AuditId
  }
  return versions
}

/** Values other than the defaults: inverted booleans, and texts for empty ones. */
export const otherValues = (operation: Operation, before: JsonObject): JsonObject => {
  const changes = Object.entries(bodyProperties(operation)).map(([field, schema]): [string, Json] | null => {
    const current = before[field]
    if (typeof current === 'boolean') return [field, !current]
    const isText = isJsonObject(schema) && [schema.type].flat().includes('string') && !schema.format && !schema.enum
    return current === null && isText && !/Id$/.test(field) ? [field, 'Text'] : null
  })
  return Object.fromEntries(changes.filter((change) => change !== null))
}

/** The value that was read. For a JSON text: the sent value, because the one that was read contains a version. */
export const currentValue = (read: Json | undefined, sent: Json | undefined): Json =>
  (typeof sent === 'string' && sent.startsWith('{') ? sent : read) ?? sent ?? null

/** Saves one field with its current value, and the required fields. */
export const saveFields = async (
  operation: Operation,
  { save }: Saved,
  before: JsonObject,
  sent: JsonObject,
  field: string,
) => {
  const fields = [field, ...requiredFields(operation)]
  const body = Object.fromEntries(fields.map((name) => [name, currentValue(before[name], sent[name])]))
  const { status, text } = await save(body)
  expect(status, `${field}: ${text}`).toBe(200)
}
