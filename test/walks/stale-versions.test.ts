import type { LightMyRequestResponse } from 'fastify'
import { afterAll, describe, expect, it, test } from 'vitest'
import type { JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import {
  bodyProperties,
  documentsIfMatch,
  exampleOf,
  pathNames,
  servedOperations,
  titleOf,
} from '#test/support/walks/operations'
import { fill, type Ids, openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())
const operations = servedOperations(walk.server.app).filter(({ method }) => method !== 'GET')

/** The preparation of an operation, if the records of its path are not enough. */
const BEFORE: Record<string, (ids: Ids) => Promise<unknown>> = {
  restoreContact: (ids) => world.good(world.caller.delete(`/api/contacts/${ids.get('contactid')}/1`), 'delete'),
  deleteContactImage: (ids) =>
    world.post(`/api/contacts/${ids.get('contactid')}/image`, { Url: 'https://a.example/1.png' }),
  resetCalendarOccurrence: (ids) =>
    world.post(fill('/api/calendars/:calendarid/items/:calendaritemid/occurrences/:start', ids), {
      AuditId: 1,
      Location: 'Library',
    }),
}

/** The body of a change, if the example does not reference the record. */
const BODIES: Record<string, () => Promise<JsonObject>> = {
  saveMilestone: async () => {
    const { ProjectId } = await world.post('/api/projects/0', { Name: 'Fair' })
    const { ProjectMilestoneId } = await world.post('/api/task/milestones/addedit', { ProjectId, Name: 'Venue' })
    return { ProjectMilestoneId, ProjectId, Name: 'Venue booked' } as JsonObject
  },
  saveTemplateMilestone: async () => {
    const { ProjectTemplateId } = await world.post('/api/projecttemplates/0', { Name: 'Fair' })
    const named = { ProjectTemplateId, Name: 'Venue' }
    const { ProjectTemplateMilestoneId } = await world.post('/api/task/template/milestones/addedit', named)
    return { ...named, ProjectTemplateMilestoneId, Name: 'Venue booked' } as JsonObject
  },
  saveWebhook: async () => {
    const Id = (await world.idsFor(':webhookid')).get('webhookid') ?? ''
    return { Id, Url: world.receiverUrl, WebHookFilters: ['contact.*'] }
  },
  mergeContacts: async () => {
    const [WinnerContactId, LoserContactId] = [Number(await world.person()), Number(await world.person())]
    return { WinnerContactId, LoserContactId }
  },
}

const FAR = 2_000_000
/** A path with a version needs one; any number if the test is about If-Match. */
const ANY = 1

/** Creates the records that the operation changes. Returns the request that changes them. */
const open = async (operation: Operation) => {
  const ids = await world.idsFor(operation.url)
  await BEFORE[operation.operationId]?.(ids)
  const example = (await BODIES[operation.operationId]?.()) ?? world.renamed(exampleOf(operation))
  const versions = Object.keys(bodyProperties(operation)).filter((name) => AUDIT_ID.test(name))
  const body = Object.fromEntries(Object.entries(example).filter(([name]) => !AUDIT_ID.test(name)))
  // With several versions each is required, and each of a new record is 1.
  if (versions.length > 1) for (const name of versions) body[name] = 1
  const send = (change: { body?: JsonObject; ifMatch?: number; auditId?: number }): Promise<LightMyRequestResponse> => {
    const url = fill(operation.url, new Map([...ids, ['auditid', String(change.auditId ?? ANY)]]))
    const headers: Record<string, string> = change.ifMatch === undefined ? {} : { 'if-match': `"${change.ifMatch}"` }
    if (operation.method === 'DELETE') return world.caller.delete(url, headers)
    return world.caller.post(url, { ...body, ...change.body }, headers)
  }
  return send
}

const AUDIT_ID = /auditid$/i
const withIfMatch = operations.filter(documentsIfMatch)
const withVersionInPath = operations.filter(({ url }) => pathNames(url).some((name) => AUDIT_ID.test(name)))
const withVersionInBody = operations.flatMap((operation) =>
  Object.keys(bodyProperties(operation))
    .filter((name) => AUDIT_ID.test(name))
    .map((field) => ({ ...operation, field })),
)

const refusal = (response: LightMyRequestResponse) => [response.statusCode, response.json()?.code]
const PRECONDITION_FAILED = [412, 'precondition-failed']
const STALE = [409, 'stale-audit-id']
const expectAccepted = (response: LightMyRequestResponse) => {
  for (const stale of [PRECONDITION_FAILED, STALE]) expect(refusal(response), response.body).not.toEqual(stale)
}

describe('If-Match with another version', () => {
  for (const operation of withIfMatch)
    it(`${titleOf(operation)} returns 412 and changes nothing`, async () => {
      const send = await open(operation)
      const before = await world.fingerprint()
      const refused = await send({ ifMatch: FAR })
      expect(refusal(refused), refused.body).toEqual(PRECONDITION_FAILED)
      const current: number = refused.json().AuditId
      expect(refusal(await send({ ifMatch: current - 1 }))).toEqual(PRECONDITION_FAILED)
      expect(await world.fingerprint()).toEqual(before)
      expectAccepted(await send({ ifMatch: current, auditId: current }))
    })
})

describe('the AuditId of another version in the path', () => {
  for (const operation of withVersionInPath)
    it(`${titleOf(operation)} returns 409 and changes nothing`, async () => {
      const send = await open(operation)
      const before = await world.fingerprint()
      const refused = await send({ auditId: FAR })
      expect(refusal(refused), refused.body).toEqual(STALE)
      expect(await world.fingerprint()).toEqual(before)
      expectAccepted(await send({ auditId: refused.json().AuditId }))
    })
})

describe('the AuditId of another version in the body', () => {
  for (const operation of withVersionInBody)
    it(`${titleOf(operation)} returns 409 for ${operation.field} and changes nothing`, async () => {
      const send = await open(operation)
      const before = await world.fingerprint()
      const refused = await send({ body: { [operation.field]: FAR } })
      expect(refusal(refused), refused.body).toEqual(STALE)
      const current: number = refused.json().AuditId
      // 0 states no version.
      if (current > 1) expect(refusal(await send({ body: { [operation.field]: current - 1 } }))).toEqual(STALE)
      expect(await world.fingerprint()).toEqual(before)
      expectAccepted(await send({ body: { [operation.field]: current } }))
    })
})

test('finds the operations of every area', () => {
  expect(withIfMatch.length).toBeGreaterThan(100)
  expect(withVersionInPath.length).toBeGreaterThan(8)
  expect(withVersionInBody.length).toBeGreaterThan(40)
})
