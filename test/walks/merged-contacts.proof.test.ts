import type { LightMyRequestResponse } from 'fastify'
import { afterAll, describe, expect, it, test } from 'vitest'
import { contractSchemas, operationCatalogue } from '#kernel/contract/catalogue'
import { contactIdsOf, isContactId } from '#kernel/contract/contact-ids'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { contactFields, contactFor, createWith } from '#test/support/walks/contact-fields'
import { exampleOf, pathNames, servedOperations, titleOf } from '#test/support/walks/operations'
import { recipeFor } from '#test/support/walks/recipes'
import { fill, type Ids, openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())

/** Names that look like the id of a contact and are none. */
const NO_CONTACT: Record<string, string> = {
  certificationContactId: 'the certification of a contact',
  ContactChapterId: 'the membership of a contact in a chapter',
  OrganizationId: 'is read-only: the organization of the chapter in the path',
  LoserContactId: 'the merged contact itself',
  personId: 'a person that is no contact yet; its tests cover one that was merged',
  AttendeeOrganizationId: 'is read-only: the organization that a registration made',
}

const operations = servedOperations(walk.server.app)

interface Named {
  name: string
  schema: JsonObject
}

/** The parameters and fields of a request, at any depth. */
const namesOf = ({ schema }: Operation): Named[] => {
  const seen = new Set<string>()
  const look = (node: Json | undefined): Named[] => {
    if (!isJsonObject(node)) return []
    if (typeof node.$ref === 'string') {
      const id = node.$ref.replace(/#.*$/, '')
      if (seen.has(id)) return []
      seen.add(id)
      return look(asJson(contractSchemas.find(({ $id }) => $id === id)))
    }
    const own = isJsonObject(node.properties)
      ? Object.entries(node.properties).flatMap(([name, inner]) =>
          isJsonObject(inner) ? [{ name, schema: inner }, ...look(inner)] : [],
        )
      : []
    const parts = [node.anyOf, node.oneOf, node.allOf].flatMap((all) => (Array.isArray(all) ? all : []))
    const contents = isJsonObject(node.content)
      ? Object.values(node.content).map((media) => (isJsonObject(media) ? media.schema : undefined))
      : []
    return [...own, ...[...parts, ...contents, node.items].flatMap(look)]
  }
  return [schema.params, schema.querystring, schema.body].flatMap((part) => look(asJson(part)))
}

const asJson = (schema: object | undefined): Json | undefined =>
  schema === undefined ? undefined : (JSON.parse(JSON.stringify(schema)) as Json)

const LOOKS_LIKE_CONTACT =
  /(contact|organization|org|person|individual|member|owner|assignee|staff|manager|author)s?_?ids?$/i

test.each(operations.map((operation) => [titleOf(operation), operation] as const))(
  '%s replaces every field that looks like the id of a contact',
  (_, operation) => {
    const missed = namesOf(operation)
      .filter(({ name, schema }) => LOOKS_LIKE_CONTACT.test(name) && !isContactId(name, schema))
      .map(({ name }) => name)
      .filter((name) => !Object.keys(NO_CONTACT).some((known) => known.toLowerCase() === name.toLowerCase()))
    if (operation.operationId === 'restoreContact') expect(missed).toEqual(['contactId'])
    else expect(missed).toEqual([])
  },
)

/** Public operations in which members or staff can name a contact; their own tests cover merged contacts. */
const OF_CALLERS = [
  'calculateRegistrationSplits',
  'declineInvitation',
  'determineBillingContact',
  'getContactRegistrationEnvironment',
  'getRegistrationEnvironment',
  'getRegistrationEnvironmentOfRegistration',
  'mailRegistrationLink',
  'registerAttendees',
  'registerAttendeesV2',
  'submitCalendarItem',
  'validateRegistration',
]

// Other public operations have no caller whose contacts the ids could be.
test('no public operation takes the id of a contact, except of members and staff', () => {
  const served = new Set(walk.server.app.servedRoutes.map(({ url }) => url))
  const open = [...operationCatalogue.values()].filter(({ isPublic, url }) => isPublic && served.has(url))
  expect(open.length).toBeGreaterThan(0)
  const taking = open.filter((operation) => contactIdsOf(operation)).map(({ operationId }) => operationId)
  expect(taking.sort()).toEqual(OF_CALLERS)
})

/** Merges a new contact into a contact and returns the id of the new one. */
const loserOf = async (winner: string): Promise<string> => {
  const loser = (await isOrganization(winner)) ? await world.organization() : await world.person()
  const { system } = walk.server.database
  const versionOf = async (id: string) =>
    (await system.contact.findFirstOrThrow({ where: { tenantId: world.caller.tenant.id, id: Number(id) } })).auditId
  await world.post('/api/contacts/merge', {
    WinnerContactId: Number(winner),
    WinnerAuditId: await versionOf(winner),
    LoserContactId: Number(loser),
    LoserAuditId: await versionOf(loser),
  })
  return loser
}

const isOrganization = async (id: string): Promise<boolean> => {
  const where = { tenantId: world.caller.tenant.id, id: Number(id) }
  return (await walk.server.database.system.contact.findFirstOrThrow({ where })).systemTypeId === 2
}

const send = (operation: Operation, url: string, body: object): Promise<LightMyRequestResponse> => {
  if (operation.method === 'DELETE') return world.caller.delete(url)
  return world.caller.post(url, body)
}

const outcome = ({ statusCode, body }: LightMyRequestResponse) => {
  const parsed: Json = body === '' ? null : JSON.parse(body)
  const { code, errors = [] } = isJsonObject(parsed) ? parsed : {}
  const pointers = Array.isArray(errors) ? errors.map((error) => (isJsonObject(error) ? error.pointer : error)) : []
  return { status: statusCode, code, pointers }
}

const CONTACT = /contactid$/i
const byPath = operations.filter(
  (operation) =>
    operation.operationId !== 'restoreContact' &&
    pathNames(operation.url).some((name) => CONTACT.test(name) && !/^certification/i.test(name)),
)

/** The ids of a path's records, and the name of its contact. */
const prepare = async (operation: Operation): Promise<{ ids: Ids; name: string }> => {
  const ids = await world.idsFor(operation.url)
  await ARRANGE[operation.operationId]?.(ids)
  const found = pathNames(operation.url).find((name) => CONTACT.test(name) && !/^certification/i.test(name))
  return { ids, name: found?.toLowerCase() ?? '' }
}

/** Makes the record that a path names belong to its contact, where no operation of the path does. */
const ARRANGE: Record<string, (ids: Ids) => Promise<unknown>> = {
  getTask: async (ids) => {
    const where = { tenantId: world.caller.tenant.id, id: Number(ids.get('taskitemid')) }
    const data = { projectId: Number(ids.get('projectid')), contactId: Number(ids.get('contactid')) }
    return walk.server.database.system.taskItem.updateMany({ where, data })
  },
  getWorkflowContact: (ids) => addRun(ids),
  removeWorkflowContact: (ids) => addRun(ids),
  retryWorkflowContact: (ids) => addRun(ids, { state: 'failed', dueAt: null, endedAt: new Date() }),
  deleteContactChapter: (ids) => addToChapter(ids),
  markPrimaryChapter: (ids) => addToChapter(ids),
  deleteContactImage: (ids) => {
    const where = { tenantId: world.caller.tenant.id, id: Number(ids.get('contactid')) }
    return walk.server.database.system.contact.updateMany({ where, data: { imageUrl: 'https://x.example/a.png' } })
  },
}

const addToChapter = (ids: Ids) => {
  const data = { contactId: Number(ids.get('contactid')), chapterId: Number(ids.get('chapterid')), isPrimary: true }
  return walk.server.database.system.contactChapter.create({ data: { tenantId: world.caller.tenant.id, ...data } })
}

const addRun = async (ids: Ids, state: object = {}) => {
  const stepId = Number(await world.make(recipeFor(':workflowstepid'), ids))
  const at = new Date()
  const run = { workflowId: Number(ids.get('workflowid')), contactId: Number(ids.get('contactid')), rotation: 1 }
  const position = { state: 'active', stepId, enteredAt: at, arrivedAt: at, dueAt: at }
  return walk.server.database.system.workflowRun.create({
    data: { tenantId: world.caller.tenant.id, ...run, ...position, ...state },
  })
}

/** Merges a new contact into the one of a path. Returns the path with the id of the winner, and of the loser. */
const mergedPaths = async (operation: Operation): Promise<{ winner: string; loser: string }> => {
  const { ids, name } = await prepare(operation)
  const loser = await loserOf(ids.get(name) ?? '')
  return { winner: fill(operation.url, ids), loser: fill(operation.url, new Map([...ids, [name, loser]])) }
}

/** Reads change nothing, so both read the same records. */
const readBoth = async (operation: Operation) => {
  const { winner, loser } = await mergedPaths(operation)
  return { byLoser: await world.caller.get(loser), byWinner: await world.caller.get(winner) }
}

const changeBoth = async (operation: Operation) => {
  const body = exampleOf(operation)
  const byWinner = await send(operation, (await mergedPaths(operation)).winner, body)
  return { byWinner, byLoser: await send(operation, (await mergedPaths(operation)).loser, body) }
}

describe('the id of a merged contact in the path', () => {
  for (const operation of byPath)
    it(`${titleOf(operation)} responds as for the winner`, async () => {
      const { byWinner, byLoser } = await (operation.method === 'GET' ? readBoth(operation) : changeBoth(operation))
      expect(outcome(byLoser), byLoser.body).toEqual(outcome(byWinner))
      expect(byWinner.statusCode, byWinner.body).not.toBe(404)
      if (operation.method === 'GET') expect(byLoser.json()).toEqual(byWinner.json())
    })
})

const byBody = operations
  .filter(({ method }) => method === 'POST')
  .flatMap((operation) => contactFields(operation).map((choice) => ({ operation, ...choice })))
  .filter(({ field }) => field !== 'LoserContactId')

/** Fields that the request takes as text and the response shows as a number. */
const SHOWN_AS_NUMBER = new Set(['saveIndividualMatch ContactId'])

describe('the id of a merged contact in the body', () => {
  for (const { operation, field, value } of byBody)
    it(`${titleOf(operation)} responds to ${field} as for the winner`, async () => {
      const byWinner = await createWith(world, operation, { [field]: value(await contactFor(world, field)) })
      const winner = await contactFor(world, field)
      const byLoser = await createWith(world, operation, { [field]: value(await loserOf(winner)) })
      expect(outcome(byLoser.response), byLoser.response.body).toEqual(outcome(byWinner.response))
      expect(['not-found', 'unknown-reference', 'invalid-input']).not.toContain(outcome(byWinner.response).code)
      const { statusCode, body } = byLoser.response
      const answer: Json = statusCode === 200 ? JSON.parse(body) : null
      const saved = isJsonObject(answer) ? answer[field] : undefined
      if (saved === undefined) return
      if (SHOWN_AS_NUMBER.has(`${operation.operationId} ${field}`)) expect(saved).toBe(Number(winner))
      else expect(saved).toEqual(value(winner))
    })
})

test('finds the operations of every area', () => {
  expect(byPath.length).toBeGreaterThan(70)
  expect(byBody.length).toBeGreaterThan(10)
})
