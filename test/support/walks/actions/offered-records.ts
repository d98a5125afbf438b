import type { LightMyRequestResponse } from 'fastify'
import type { JsonObject } from '#kernel/contract/json'
import { allWalks } from '../all-walks.ts'
import type { World } from '../world.ts'

/** What performs an action: a caller by a key, or an owner of chapters. */
export interface ActionCaller {
  get(url: string): Promise<LightMyRequestResponse>
  post(url: string, body?: object): Promise<LightMyRequestResponse>
  delete(url: string): Promise<LightMyRequestResponse>
}

/** The ids of a record and of what belongs to it. */
export type OfferedIds = Readonly<Record<string, number>>

/** A record in some state. */
export interface OfferedRecord {
  ids: OfferedIds
  /** The contacts that it belongs to, the first one before all: they can be put into chapters. */
  contacts?: readonly number[]
}

/** The request that performs an action. */
export interface ActionRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:auditid` is replaced by the version. */
  url: string
  body?: object
  /** The field of the body that states the version. */
  version?: string
}

/** A read that shows the record with its Actions. */
export interface ActionRead {
  operation: string
  url: (ids: OfferedIds) => string
  /** For a read by POST. */
  body?: (ids: OfferedIds) => object
  /** The record in the response. */
  row: (response: never, ids: OfferedIds) => JsonObject | undefined
}

/** A kind of record whose responses have Actions. */
export interface OfferedKind {
  name: string
  /** The shapes of the contract that this kind covers. */
  shapes: readonly string[]
  /** The area of its scopes: "groups". */
  area: string
  /** Whether its records belong to contacts: to one, or to two that can be in different chapters. None if absent. */
  contacts?: 'one' | 'two'
  /** Other scopes that the records of the walk require. */
  scopes?: readonly string[]
  reads: readonly ActionRead[]
  states: Readonly<Record<string, (world: World) => Promise<OfferedRecord>>>
  /** The states that depend on the caller: callers other than the admin perform only these. All, if absent. */
  statesOfAll?: readonly string[]
  /** By name, all that the contract documents for this kind. */
  actions: Readonly<Record<string, (ids: OfferedIds, world: World) => ActionRequest | Promise<ActionRequest>>>
  /** Actions, or "state: action", that succeed although they are not offered, each with the reason. */
  harmless?: Readonly<Record<string, string>>
}

/** Performs an action with the current version of the record. */
export const perform = async (caller: ActionCaller, request: ActionRequest): Promise<LightMyRequestResponse> => {
  const first = await send(caller, request, WRONG_VERSION)
  if (request.version === undefined && !request.url.includes(':auditid')) return first
  const { AuditId } = first.statusCode === 409 ? first.json() : {}
  return typeof AuditId === 'number' ? send(caller, request, AuditId) : first
}

const WRONG_VERSION = 2_000_000

const send = (caller: ActionCaller, { method, url, body, version }: ActionRequest, auditId: number) => {
  const path = url.replace(':auditid', String(auditId))
  if (method === 'GET') return caller.get(path)
  if (method === 'DELETE') return caller.delete(path)
  return caller.post(path, { ...body, ...(version && { [version]: auditId }) })
}

/** The read of one record by its own path. */
export const document = (operation: string, url: (ids: OfferedIds) => string): ActionRead => ({
  operation,
  url,
  row: (response: JsonObject) => response,
})

/** A list, as pages or as an array, in which the field identifies the record by one of its ids. */
export const list = (
  operation: string,
  url: (ids: OfferedIds) => string,
  field: string,
  id: string = field,
): ActionRead => ({
  operation,
  url,
  row: (response: JsonObject[] | { Results: JsonObject[] }, ids) =>
    (Array.isArray(response) ? response : response.Results).find((row) => String(row[field]) === String(ids[id])),
})

/** Creates the records of a path, and returns their ids by the names of its parameters. */
export const idsOf = async (world: World, path: string): Promise<OfferedIds> =>
  Object.fromEntries([...(await world.idsFor(path))].map(([name, id]) => [name, Number(id)]))

/** The actions of a record at a path: all three. */
export const atPath = (
  url: (ids: OfferedIds) => string,
  change: (world: World) => object = (world) => ({ Name: `Changed ${world.next()}` }),
): OfferedKind['actions'] => ({
  view: (ids) => ({ method: 'GET', url: url(ids) }),
  edit: (ids, world) => ({ method: 'POST', url: url(ids), body: change(world), version: 'AuditId' }),
  delete: (ids) => ({ method: 'DELETE', url: url(ids) }),
})

/** The kinds that the areas of a wing describe, or all. */
export const kindsOf = (wing = ''): OfferedKind[] => allWalks(wing).flatMap(({ actions = [] }) => actions)
