import type { LightMyRequestResponse } from 'fastify'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { addBenefit } from './benefits.ts'
import { addEventSponsor } from './event-sponsors.ts'
import { bodyProperties, exampleOf, pathNames } from './operations.ts'
import { savesBy } from './recipes.ts'
import { isWord } from './words.ts'
import { fill, type Ids, type World } from './world.ts'

/** A field of a request body that chooses a contact, with the value as the field takes it. */
export interface ContactField {
  field: string
  value: (id: string) => Json
}

/** The fields of a request body that choose a contact. */
export const contactFields = (operation: Operation): ContactField[] =>
  Object.entries(bodyProperties(operation))
    .filter(([field]) => /ContactIds?$/.test(field) && !isInPath(operation, field))
    .map(([field, schema]) => ({ field, value: (id) => valueFor(schema, id) }))

/** The path counts where both contain an id. */
const isInPath = ({ url }: Operation, field: string) =>
  pathNames(url).some((name) => name.toLowerCase() === field.toLowerCase())

const valueFor = (schema: Json, id: string): Json => {
  const types = isJsonObject(schema) ? [schema.type, ...anyOf(schema)].flat() : []
  if (types.includes('array')) return [Number(id)]
  return types.includes('integer') ? Number(id) : id
}

const anyOf = ({ anyOf: parts }: JsonObject): Json[] =>
  Array.isArray(parts)
    ? parts.flatMap((part) => (isJsonObject(part) && part.type !== undefined ? [part.type] : []))
    : []

/** A new contact of the kind that a field takes. */
export const contactFor = (world: World, field: string): Promise<string> => {
  if (/Staff|AssignedTo|Manager/.test(field)) return world.staff()
  return /^Organization/.test(field) ? world.organization() : world.person()
}

/** What an operation needs besides, to look at its contacts. */
const WITH: Record<string, (world: World) => Promise<JsonObject>> = {
  joinGroup: async () => ({ IsOptIn: true }),
  saveContactChapter: async (world) => ({
    ChapterId: Number((await world.idsFor(':chapterid')).get('chapterid')),
  }),
  mergeContacts: async (world) => ({ LoserContactId: Number(await world.person()) }),
  saveBenefitAdjustment: async (world) => ({
    MembershipId: 0,
    BenefitItems: [{ BenefitItemId: await addBenefit(world), AdjustmentQuantity: 1 }],
  }),
  saveBusinessMatch: async (world) => ({ EventSponsorId: (await addEventSponsor(world)).id, EventId: 0 }),
  saveIndividualMatch: async (world) => ({
    EventSponsorId: (await addEventSponsor(world)).id,
    EventId: 0,
    ContactId: await world.person(),
  }),
  saveNameFix: async (world) => ({
    EventSponsorId: (await addEventSponsor(world, { IndividualContactId: Number(await world.person()) })).id,
    EventId: 0,
    ContactUpdateTypeOption: 'KeepContact',
    PotentialRecordUpdates: null,
  }),
  recordBenefitUsage: async (world) => ({ BenefitItemId: await addBenefit(world), ForceSave: true }),
}

export interface Created {
  response: LightMyRequestResponse
  /** The ids of the path, with that of the new record. */
  ids: Ids
}

/** Sends the request of an operation with some fields; to a save operation one that creates a record. */
export const createWith = async (world: World, operation: Operation, fields: JsonObject): Promise<Created> => {
  const recipe = savesBy(operation.operationId)
  const own = recipe && pathNames(operation.url).findLast((name) => !isWord(name))
  const ids = await world.idsFor(own ? operation.url.slice(0, operation.url.indexOf(`:${own}`)) : operation.url)
  const url = fill(operation.url, own ? new Map([...ids, [own.toLowerCase(), '0']]) : ids)
  const body = recipe ? await world.bodyFor(recipe, ids) : world.renamed(exampleOf(operation))
  const response = await world.caller.post(url, { ...body, ...(await WITH[operation.operationId]?.(world)), ...fields })
  const id = recipe && response.statusCode === 200 ? String(response.json()[recipe.id]) : undefined
  return { response, ids: id && own ? new Map([...ids, [own.toLowerCase(), id]]) : ids }
}
