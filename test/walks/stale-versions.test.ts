import type { LightMyRequestResponse } from 'fastify'
import { afterAll, describe, expect, it, test } from 'vitest'
import type { Operation } from '#kernel/contract/schema'
import { AUDIT_ID, openChange } from '#test/support/walks/changes'
import { bodyProperties, documentsIfMatch, pathNames, servedOperations, titleOf } from '#test/support/walks/operations'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())
const operations = servedOperations(walk.server.app).filter(({ method }) => method !== 'GET')

const FAR = 2_000_000

/** Creates the records that the operation changes. Returns the request that changes them. */
const open = async (operation: Operation) => (await openChange(world, operation)).send

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
