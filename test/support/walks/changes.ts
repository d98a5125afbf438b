import type { LightMyRequestResponse } from 'fastify'
import type { JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { partsOf } from './all-walks.ts'
import { bodyProperties, exampleOf } from './operations.ts'
import { savesBy } from './recipes.ts'
import { fill, type Ids, type World } from './world.ts'

export const AUDIT_ID = /auditid$/i

/** A path with a version needs one; any number if the test is about If-Match. */
const ANY = 1

/** What a request states of the version, and other values of its body. */
export interface Sent {
  body?: JsonObject
  ifMatch?: number
  auditId?: number
}

export interface OpenChange {
  ids: Ids
  /** The body without versions. */
  body: JsonObject
  send(change: Sent): Promise<LightMyRequestResponse>
}

/** The body of a save as its recipe has it, or the example. */
const changed = async (world: World, operation: Operation, ids: Ids): Promise<JsonObject> => {
  const recipe = savesBy(operation.operationId)
  const body = recipe ? await world.bodyFor(recipe, ids) : world.renamed(exampleOf(operation))
  return JSON.parse(JSON.stringify(body))
}

/** Creates the records that an operation changes. Returns the request that changes them. */
export const openChange = async (world: World, operation: Operation): Promise<OpenChange> => {
  const ids = await world.idsFor(operation.url)
  await partsOf('before')[operation.operationId]?.(world, ids)
  const example =
    (await partsOf('bodies')[operation.operationId]?.(world, ids)) ?? (await changed(world, operation, ids))
  const versions = Object.keys(bodyProperties(operation)).filter((name) => AUDIT_ID.test(name))
  const body = Object.fromEntries(Object.entries(example).filter(([name]) => !AUDIT_ID.test(name)))
  // With several versions each is required, and each of a new record is 1.
  if (versions.length > 1) for (const name of versions) body[name] = 1
  const send = (change: Sent): Promise<LightMyRequestResponse> => {
    const url = fill(operation.url, new Map([...ids, ['auditid', String(change.auditId ?? ANY)]]))
    const headers: Record<string, string> = change.ifMatch === undefined ? {} : { 'if-match': `"${change.ifMatch}"` }
    if (operation.method === 'DELETE') return world.caller.delete(url, headers)
    return world.caller.post(url, { ...body, ...change.body }, headers)
  }
  return { ids, body, send }
}
