import type { LightMyRequestResponse } from 'fastify'
import { afterAll, describe, expect, it, test } from 'vitest'
import { documentsIfMatch } from '#kernel/contract/conditions'
import type { Operation } from '#kernel/contract/schema'
import { AUDIT_ID, type OpenChange, openChange } from './changes.ts'
import { bodyProperties, pathNames, servedOperations, titleOf } from './operations.ts'
import { openWalk, type World } from './world.ts'

const FAR = 2_000_000

type Send = OpenChange['send']
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
const openNew = async (world: World, operation: Operation): Promise<Send> => (await openChange(world, operation)).send
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
  // Deletions state their version in the path, and other operations in the body.
  if (withPath.length > 0) describePath(world, open, withPath)
  if (fields.length > 0) describeBody(world, open, fields)
  test('finds the operations of every area', () => {
    expect(withIfMatch.length).toBeGreaterThanOrEqual(least.ifMatch)
    expect(withPath.length).toBeGreaterThanOrEqual(least.path)
    expect(fields.length).toBeGreaterThanOrEqual(least.body)
  })
}
