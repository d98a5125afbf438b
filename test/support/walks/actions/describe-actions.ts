import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#kernel/contract/json'
import { areaScopes } from '#kernel/contract/scopes'
import { addChapter, addOwner } from '#test/support/people/chapter-records'
import type { World } from '../world.ts'
import {
  type ActionCaller,
  type ActionRead,
  type OfferedIds,
  type OfferedKind,
  type OfferedRecord,
  perform,
} from './offered-records.ts'

/** A caller, and the chapters into which it needs the contacts of a record to be put. */
interface WalkCaller {
  caller: ActionCaller
  /** For the first contact of a record and for its others. */
  chapters?: readonly [first: number, others: number]
}

type Placement = readonly [first: 'north' | 'south', others: 'north' | 'south']

/** Where the contacts of a record are, for an owner of chapters. */
const placementsOf = ({ contacts }: OfferedKind): Placement[] => {
  if (!contacts) return [['north', 'north']]
  const apart: Placement[] = contacts === 'two' ? [['north', 'south']] : []
  return [['north', 'north'], ...apart, ['south', 'north']]
}

let world: World
let reader: ActionCaller
let owner: ActionCaller
const chapters = { north: 0, south: 0 }

const ADMIN = 'the admin'

/** By name; made in the tests, because a test is registered before its kind's key exists. */
const callersOf = (kind: OfferedKind): Record<string, () => Promise<WalkCaller>> => ({
  [ADMIN]: async () => ({ caller: world.caller }),
  'a key with all scopes to read': async () => ({ caller: reader }),
  [`a key for ${kind.area}`]: async () => ({ caller: await callerOfArea(kind) }),
  ...Object.fromEntries(
    placementsOf(kind).map(([first, others]) => [
      `an owner of the north who reads the south, contact in the ${first}, others in the ${others}`,
      async () => ({ caller: owner, chapters: [chapters[first], chapters[others]] as const }),
    ]),
  ),
})

const callerOfArea = ({ area, scopes = [] }: OfferedKind): Promise<ActionCaller> =>
  world.server.caller(world.caller.tenant, [`${area}:read`, `${area}:write`, ...scopes])

const create = async (kind: OfferedKind, state: string, { chapters }: WalkCaller): Promise<OfferedRecord> => {
  const record = await kind.states[state]?.(world)
  if (!record) throw new Error(`${kind.name} has no state ${state}`)
  for (const [index, ContactId] of (chapters ? (record.contacts ?? []) : []).entries())
    await world.post('/api/chapters/contactchapter', { ContactId, ChapterId: chapters?.[index === 0 ? 0 : 1] })
  return record
}

/** The record as a caller sees it by one read; undefined if it does not. */
const rowOf = async (caller: ActionCaller, read: ActionRead, ids: OfferedIds): Promise<JsonObject | undefined> => {
  const response = read.body ? await caller.post(read.url(ids), read.body(ids)) : await caller.get(read.url(ids))
  if (response.statusCode === 404 || response.statusCode === 403 || response.statusCode === 401) return undefined
  expect(response.statusCode, response.body).toBe(200)
  return read.row(response.json() as never, ids)
}

/** The Actions of a record. All reads must offer the same. */
const actionsOf = async (kind: OfferedKind, { caller }: WalkCaller, ids: OfferedIds): Promise<string[] | undefined> => {
  const offers: [string, string[]][] = []
  for (const read of kind.reads) {
    const row = await rowOf(caller, read, ids)
    if (row) offers.push([read.operation, [...(row.Actions as string[])].sort()])
  }
  for (const [operation, offer] of offers) expect([operation, offer]).toEqual([operation, offers[0]?.[1]])
  return offers[0]?.[1]
}

/** Performs every action of a record in one state. Returns those whose result contradicts the offer. */
const contradictions = async (kind: OfferedKind, state: string, by: WalkCaller): Promise<string[]> => {
  let record: OfferedRecord | undefined = await create(kind, state, by)
  const offered = await actionsOf(kind, by, record.ids)
  if (!offered) return []
  const found = offered.filter((action) => !(action in kind.actions)).map((action) => `${action} is not known`)
  const attempt = async (action: string) => {
    record ??= await create(kind, state, by)
    const request = await kind.actions[action]?.(record.ids, world)
    if (!request) throw new Error(`${kind.name} has no action ${action}`)
    const response = await perform(by.caller, request)
    if (response.statusCode < 300 && !KEEPS_STATE.has(action)) record = undefined
    return response
  }
  for (const action of Object.keys(kind.actions).filter((action) => !offered.includes(action))) {
    const { statusCode } = await attempt(action)
    const isHarmless = kind.harmless?.[action] ?? kind.harmless?.[`${state}: ${action}`]
    const isWrong = statusCode >= 500 || (statusCode < 300 && !isHarmless)
    if (isWrong) found.push(`${action}: ${statusCode}, not offered`)
  }
  for (const action of offered.filter((action) => action in kind.actions)) {
    const { statusCode, body } = await attempt(action)
    if (statusCode !== 200) found.push(`${action}: ${statusCode} ${body.slice(0, 300)}`)
  }
  return found
}

/** The admin performs the actions in all states, other callers in those that depend on the caller. */
const statesOf = (kind: OfferedKind, caller: string): readonly string[] => {
  const all = Object.keys(kind.states)
  return caller === ADMIN ? all : (kind.statesOfAll ?? all)
}

/** After these, the record still has all its actions. */
const KEEPS_STATE: ReadonlySet<string> = new Set(['view', 'edit', 'copy', 'test', 'reset'])

/** Registers the tests of kinds of records, which take every action that is offered and every one that is not. */
export const describeActions = (own: World, kinds: readonly OfferedKind[]): void => {
  describe('Actions offers what succeeds, and what it leaves out is refused', () => {
    beforeAll(async () => {
      world = own
      const { server, caller } = world
      reader = await server.caller(caller.tenant, areaScopes('read'))
      for (const name of ['north', 'south'] as const)
        chapters[name] = (await addChapter(server, caller.tenant.id, name)).id
      owner = await addOwner(server, caller, [
        { id: chapters.north, canEdit: true },
        { id: chapters.south, canEdit: false },
      ])
    })

    for (const kind of kinds)
      for (const [name, callerOf] of Object.entries(callersOf(kind)))
        for (const state of statesOf(kind, name))
          it(`${kind.name}, ${state}: ${name}`, async () => {
            expect(await contradictions(kind, state, await callerOf())).toEqual([])
          })
  })
}
