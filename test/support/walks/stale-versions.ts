import type { LightMyRequestResponse } from 'fastify'
import { afterAll, describe, expect, it, test } from 'vitest'
import type { JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { bodyProperties, documentsIfMatch, exampleOf, pathNames, servedOperations, titleOf } from './operations.ts'
import { fill, type Ids, openWalk, type World } from './world.ts'

/** What must be so before the operation, where the records of its path are not enough. */
const BEFORE: Record<string, (world: World, ids: Ids) => Promise<unknown>> = {
  restoreContact: (world, ids) => world.good(world.caller.delete(`/api/contacts/${ids.get('contactid')}/1`), 'delete'),
  deleteContactImage: (world, ids) =>
    world.post(`/api/contacts/${ids.get('contactid')}/image`, { Url: 'https://a.example/1.png' }),
  resetCalendarOccurrence: (world, ids) =>
    world.post(fill('/api/calendars/:calendarid/items/:calendaritemid/occurrences/:start', ids), {
      AuditId: 1,
      Location: 'Library',
    }),
}

/** The body of a change, where the example does not name the record. */
const BODIES: Record<string, (world: World) => Promise<JsonObject>> = {
  saveMilestone: async (world) => {
    const { ProjectId } = await world.post('/api/projects/0', { Name: 'Fair' })
    const { ProjectMilestoneId } = await world.post('/api/task/milestones/addedit', { ProjectId, Name: 'Venue' })
    return { ProjectMilestoneId, ProjectId, Name: 'Venue booked' } as JsonObject
  },
  saveTemplateMilestone: async (world) => {
    const { ProjectTemplateId } = await world.post('/api/projecttemplates/0', { Name: 'Fair' })
    const named = { ProjectTemplateId, Name: 'Venue' }
    const { ProjectTemplateMilestoneId } = await world.post('/api/task/template/milestones/addedit', named)
    return { ...named, ProjectTemplateMilestoneId, Name: 'Venue booked' } as JsonObject
  },
  saveWebhook: async (world) => {
    const Id = (await world.idsFor(':webhookid')).get('webhookid') ?? ''
    return { Id, Url: world.receiverUrl, WebHookFilters: ['contact.*'] }
  },
  mergeContacts: async (world) => {
    const [WinnerContactId, LoserContactId] = [Number(await world.person()), Number(await world.person())]
    return { WinnerContactId, LoserContactId }
  },
}

const FAR = 2_000_000
/** A path with a version needs one; any number, where If-Match is what is tried. */
const ANY = 1

type Send = (change: { body?: JsonObject; ifMatch?: number; auditId?: number }) => Promise<LightMyRequestResponse>
/** Returns the request that changes records of its own. */
type Open = (operation: Operation) => Promise<Send>

/** A save with one version leaves a record for the other tests of the save. */
const openOnce = (world: World): Open => {
  const opened = new Map<string, Promise<Send>>()
  return (operation) => {
    const { operationId } = operation
    if (!operationId.startsWith('save') || versionsOf(operation).length > 1) return openNew(world, operation)
    const send = opened.get(operationId) ?? openNew(world, operation)
    opened.set(operationId, send)
    return send
  }
}

/** Creates the records that the operation changes. */
const openNew = async (world: World, operation: Operation): Promise<Send> => {
  const ids = await world.idsFor(operation.url)
  await BEFORE[operation.operationId]?.(world, ids)
  const example = (await BODIES[operation.operationId]?.(world)) ?? world.renamed(exampleOf(operation))
  const versions = versionsOf(operation)
  const body = Object.fromEntries(Object.entries(example).filter(([name]) => !AUDIT_ID.test(name)))
  // With several versions each is required, and each of a new record is 1.
  if (versions.length > 1) for (const name of versions) body[name] = 1
  return (change) => {
    const url = fill(operation.url, new Map([...ids, ['auditid', String(change.auditId ?? ANY)]]))
    const headers: Record<string, string> = change.ifMatch === undefined ? {} : { 'if-match': `"${change.ifMatch}"` }
    if (operation.method === 'DELETE') return world.caller.delete(url, headers)
    return world.caller.post(url, { ...body, ...change.body }, headers)
  }
}

const AUDIT_ID = /auditid$/i
/** The fields of the body that contain a version. */
const versionsOf = (operation: Operation): string[] =>
  Object.keys(bodyProperties(operation)).filter((name) => AUDIT_ID.test(name))
const refusal = (response: LightMyRequestResponse) => [response.statusCode, response.json()?.code]
const PRECONDITION_FAILED = [412, 'precondition-failed']
const STALE = [409, 'stale-audit-id']
const expectAccepted = (response: LightMyRequestResponse) => {
  for (const stale of [PRECONDITION_FAILED, STALE]) expect(refusal(response), response.body).not.toEqual(stale)
}

interface VersionField {
  operation: Operation
  field: string
}

const describeIfMatch = (world: World, open: Open, operations: readonly Operation[]) =>
  describe('If-Match with another version', () => {
    for (const operation of operations)
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

const describePath = (world: World, open: Open, operations: readonly Operation[]) =>
  describe('the AuditId of another version in the path', () => {
    for (const operation of operations)
      it(`${titleOf(operation)} returns 409 and changes nothing`, async () => {
        const send = await open(operation)
        const before = await world.fingerprint()
        const refused = await send({ auditId: FAR })
        expect(refusal(refused), refused.body).toEqual(STALE)
        expect(await world.fingerprint()).toEqual(before)
        expectAccepted(await send({ auditId: refused.json().AuditId }))
      })
  })

const describeBody = (world: World, open: Open, fields: readonly VersionField[]) =>
  describe('the AuditId of another version in the body', () => {
    for (const { operation, field } of fields)
      it(`${titleOf(operation)} returns 409 for ${field} and changes nothing`, async () => {
        const send = await open(operation)
        const before = await world.fingerprint()
        const refused = await send({ body: { [field]: FAR } })
        expect(refusal(refused), refused.body).toEqual(STALE)
        const current: number = refused.json().AuditId
        // 0 states no version.
        if (current > 1) expect(refusal(await send({ body: { [field]: current - 1 } }))).toEqual(STALE)
        expect(await world.fingerprint()).toEqual(before)
        expectAccepted(await send({ body: { [field]: current } }))
      })
  })

/** The least numbers of operations that a file finds. */
interface AtLeast {
  ifMatch: number
  path: number
  body: number
}

/** Sends stale versions to the operations that change records, in a file of tests. */
export const walkStaleVersions = async (isOfFile: (operationId: string) => boolean, least: AtLeast): Promise<void> => {
  const walk = await openWalk()
  const world = await walk.world()
  afterAll(() => walk.close())
  const open = openOnce(world)
  const operations = servedOperations(walk.server.app).filter(({ method, operationId }) => {
    return method !== 'GET' && isOfFile(operationId)
  })
  const withIfMatch = operations.filter(documentsIfMatch)
  const withPath = operations.filter(({ url }) => pathNames(url).some((name) => AUDIT_ID.test(name)))
  const fields = operations.flatMap((operation) => versionsOf(operation).map((field) => ({ operation, field })))
  describeIfMatch(world, open, withIfMatch)
  // No save has its version in its path.
  if (withPath.length > 0) describePath(world, open, withPath)
  describeBody(world, open, fields)
  test('finds the operations of every area', () => {
    expect(withIfMatch.length).toBeGreaterThanOrEqual(least.ifMatch)
    expect(withPath.length).toBeGreaterThanOrEqual(least.path)
    expect(fields.length).toBeGreaterThanOrEqual(least.body)
  })
}
