import type { LightMyRequestResponse } from 'fastify'
import { afterAll, describe, expect, it, test } from 'vitest'
import type { JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { contactFields } from '#test/support/walks/contact-fields'
import { exampleOf, pathNames, servedOperations, titleOf } from '#test/support/walks/operations'
import { savesBy } from '#test/support/walks/recipes'
import { isWord } from '#test/support/walks/words'
import { fill, openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())

const MISSING = '2147480000'

/** Operations that read or change deleted contacts by their documentation. */
const EXEMPT: Record<string, string> = {
  restoreContact: 'restores deleted contacts',
}

/** Fields that do not have to reference an existing contact. */
const NO_REFERENCE: Record<string, string> = {
  'checkDuplicates ContactId': 'excludes a contact from the candidates',
  'removeGroupMembers ContactIds': 'reports contacts that are not members',
  'inviteContacts ContactIds': 'leaves out contacts that do not exist',
  'previewInvitations ContactIds': 'counts contacts that do not exist',
}

/** Other values that a request needs before its field is checked. */
const WITH: Record<string, JsonObject> = {
  'joinGroup ActingContactId': { IsOptIn: true },
  // The version of a tenant whose settings were never changed.
  'saveTenantSettings OrganizationContactId': { AuditId: 1 },
  'saveSeat ContactId': { AuditId: 1, RoleName: 'Administrator' },
}

const CONTACT = /^(primary)?contactid$/i

const send = (operation: Operation, url: string, body: JsonObject): Promise<LightMyRequestResponse> => {
  if (operation.method === 'GET') return world.caller.get(url)
  if (operation.method === 'DELETE') return world.caller.delete(url)
  return world.caller.post(url, body)
}

const ended = async (contactId: string): Promise<string> => {
  const { AuditId } = await contactState(contactId)
  await world.good(world.caller.delete(`/api/contacts/${contactId}/${AuditId}`), 'delete')
  return contactId
}

const contactState = async (contactId: string): Promise<JsonObject> => {
  const refused = await world.caller.delete(`/api/contacts/${contactId}/2000000`)
  return refused.json()
}

/** The response without the values that differ for each request. */
const said = ({ statusCode, body }: LightMyRequestResponse) => ({
  status: statusCode,
  body: body.replace(/"(requestId|instance)":"[^"]*",?/g, ''),
})

const operations = servedOperations(walk.server.app)
const byPath = operations.filter(({ url }) => pathNames(url).some((name) => CONTACT.test(name)))

describe('a deleted contact in the path', () => {
  for (const operation of byPath) {
    if (operation.operationId in EXEMPT) continue
    it(`${titleOf(operation)} responds as for a missing contact`, async () => {
      const ids = await world.idsFor(operation.url)
      const name =
        pathNames(operation.url)
          .find((one) => CONTACT.test(one))
          ?.toLowerCase() ?? ''
      await ended(ids.get(name) ?? '')
      const body = exampleOf(operation)
      const deleted = await send(operation, fill(operation.url, ids), body)
      const missing = await send(operation, fill(operation.url, new Map([...ids, [name, MISSING]])), body)
      expect(said(deleted)).toEqual(said(missing))
      expect(missing.statusCode, missing.body).toBe(404)
    })
  }
})

/** The fields of a request body that must reference an existing contact. */
const choices = (operation: Operation) =>
  contactFields(operation).filter(({ field }) => !(`${operation.operationId} ${field}` in NO_REFERENCE))

const byBody = operations
  .filter(({ method, operationId }) => method === 'POST' && !/^(search|query)/.test(operationId))
  .flatMap((operation) => choices(operation).map((choice) => ({ operation, ...choice })))

describe('a deleted contact in the body', () => {
  for (const { operation, field, value } of byBody)
    it(`${titleOf(operation)} responds to ${field} as for a missing contact`, async () => {
      const ids = await world.idsFor(operation.url)
      const own = [...ids.keys()].findLast((name) => !isWord(name))
      const recipe = savesBy(operation.operationId)
      const example = recipe ? await world.bodyFor(recipe, ids) : exampleOf(operation)
      const url = fill(operation.url, recipe && own ? new Map([...ids, [own, '0']]) : ids)
      const more = WITH[`${operation.operationId} ${field}`]
      const contactId = await ended(await world.person())
      const deleted = await world.caller.post(url, { ...example, ...more, [field]: value(contactId) })
      const missing = await world.caller.post(url, { ...example, ...more, [field]: value(MISSING) })
      expect(said(deleted)).toEqual(said(missing))
      // Another error would be equal for both without a check of the contact.
      const { code, errors = [] } = missing.json()
      const pointers = errors.map(({ pointer }: JsonObject) => pointer)
      if (code === 'not-found') return
      expect(code).not.toBe('invalid-input')
      expect(pointers[0], missing.body).toContain(`/${field}`)
    })
})

test('finds the operations of every area', () => {
  expect(byPath.length).toBeGreaterThan(70)
  expect(byBody.length).toBeGreaterThan(10)
})
