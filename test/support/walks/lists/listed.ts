import { exampleOf, operationOf, pathNames } from '../operations.ts'
import { type Body, savesBy } from '../recipes.ts'
import { fill, type Ids, type World } from '../world.ts'

/** Rows are created in this order, which is neither the order of the names nor its reverse. */
export const LABELS = ['Mwalk', 'zwalk', 'Awalk'] as const
export type Label = (typeof LABELS)[number]
export const ORDERS = {
  name: ['Awalk', 'Mwalk', 'zwalk'],
  oldest: ['Mwalk', 'zwalk', 'Awalk'],
  newest: ['Awalk', 'zwalk', 'Mwalk'],
  /** By a number or a day that NUMBERS gives. */
  ascending: ['zwalk', 'Awalk', 'Mwalk'],
  descending: ['Mwalk', 'Awalk', 'zwalk'],
  /** The one that was created last is the primary one; the others in the order of entry. */
  lastFirst: ['Awalk', 'Mwalk', 'zwalk'],
  /** The second one is the primary one; the others by name. */
  secondFirst: ['zwalk', 'Awalk', 'Mwalk'],
  /** The first one has ended; the others by name. */
  firstLast: ['Awalk', 'zwalk', 'Mwalk'],
} as const
export const NUMBERS: Record<Label, number> = { Mwalk: 30, zwalk: 10, Awalk: 20 }
export const dayOf = (label: Label): string => `2026-01-${NUMBERS[label]}`
export const [FIRST, SECOND, LAST] = LABELS

/** Creates a row with the label in it. Returns a text that identifies the row if it cannot contain the label. */
export type Create = (label: Label, ids: Ids, world: World) => Promise<unknown>

/** How the rows of a list are created, and the order that its description documents. */
export interface Listed {
  order: keyof typeof ORDERS
  create: Create
  /** Words of the path other than the usual ones, and the query. */
  words?: Record<string, string>
  query?: string
  /** The body of a list by POST, with the ids of its path. */
  body?: (ids: Ids) => Body
}

/**
 * What is known of a list: how its rows are created; the names of its rows in the documented order, if they are the same
 * for all tenants; or the reason why a walk creates no rows.
 */
export type ListedRows = Listed | readonly string[] | string

/** Creates a row by a save, with the label in one of its fields. */
export const bySave =
  (save: string, body: (label: Label, ids: Ids, world: World) => Body | Promise<Body>): Create =>
  async (label, ids, world) => {
    const operation = operationOf(save)
    const names = pathNames(operation.url)
      .map((name) => name.toLowerCase())
      .filter((name) => name !== 'forcesave')
    const own = /:\w+(\/:forcesave)?$/i.test(operation.url) ? names.at(-1) : undefined
    const url = fill(operation.url, new Map([...ids, ...(own ? [[own, '0'] as const] : [])]))
    const recipe = await recipeBody(save, ids, world)
    const made = { save, id: '', body: async () => ({ ...recipe, ...(await body(label, ids, world)) }) }
    return world.post(url, await world.bodyFor(made, ids))
  }

const recipeBody = async (save: string, ids: Ids, world: World): Promise<Body> =>
  (await savesBy(save)?.body?.(world, ids)) ?? {}

export const byName = (save: string, field = 'Name', more: Body = {}): Listed => ({
  order: 'name',
  create: bySave(save, (label) => ({ ...more, [field]: label })),
})

export const numbered = (save: string, field = 'Name', more: Body = {}): Listed => ({
  order: 'ascending',
  create: bySave(save, (label) => ({ ...more, [field]: label, DisplayOrder: NUMBERS[label] })),
})

/** The last one is made primary. */
export const primaryLast = (save: string, part: string, id: string, body: (label: Label) => Body): Listed => ({
  order: 'lastFirst',
  create: async (label, ids, world) => {
    const contactId = ids.get('contactid') ?? ids.get('primarycontactid')
    const url = `/api/contacts/${contactId}/${part}`
    const made = await world.post(`${url}/0`, { ...exampleOf(operationOf(save)), ...body(label) })
    if (label === LAST) await world.post(`${url}/${made[id]}/primary`)
  },
})

export const createPerson = async (world: World, label: Label, more: Body = {}): Promise<number> => {
  const made = await world.post('/api/contacts/person/0', { FirstName: 'Ann', LastName: label, ...more })
  return Number(made.ContactId)
}

export const createOrganization = async (world: World, label: string, more: Body = {}): Promise<number> => {
  const made = await world.post('/api/contacts/org/0', { OrganizationName: label, ...more })
  return Number(made.ContactId)
}

const made = new WeakMap<World, Map<string, Promise<number>>>()

/** The id of a record that all rows of one world share. */
export const shared = (world: World, what: string, create: () => Promise<number>): Promise<number> => {
  const records = made.get(world) ?? new Map<string, Promise<number>>()
  made.set(world, records)
  const id = records.get(what) ?? create()
  records.set(what, id)
  return id
}

/** The id of a record that a recipe creates once in a world. */
export const sharedRecord = (world: World, name: string): Promise<number> =>
  shared(world, name, async () => Number((await world.idsFor(`:${name}`)).get(name)))
