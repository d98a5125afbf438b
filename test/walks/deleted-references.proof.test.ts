import { afterAll, describe, expect, it, test } from 'vitest'
import { isJsonObject, type Json } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { contactFields, contactFor, createWith } from '#test/support/walks/contact-fields'
import { exampleOf, pathNames, servedOperations, titleOf } from '#test/support/walks/operations'
import { isWord } from '#test/support/walks/words'
import { fill, type Ids, openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())

/** Reads that contain deleted contacts by their documentation. */
const TOMBSTONES: Record<string, string> = { listContactChanges: 'the change feed' }

const operations = servedOperations(walk.server.app)
const reads = operations.filter(
  ({ method, operationId, scope }) =>
    // Some operations by GET change state.
    !(operationId in TOMBSTONES) &&
    !scope?.endsWith(':write') &&
    (method === 'GET' || (method === 'POST' && /^(search|query)/.test(operationId))),
)
const references = operations
  .filter(({ method, operationId }) => method === 'POST' && !/^(search|query|merge|check)/.test(operationId))
  .flatMap((operation) => contactFields(operation).map((choice) => ({ operation, ...choice })))

interface Contact {
  id: string
  name: string
}

const contactOf = async (id: string): Promise<Contact & { auditId: number }> => {
  const where = { tenantId: world.caller.tenant.id, id: Number(id) }
  const { auditId, displayName: name } = await walk.server.database.system.contact.findFirstOrThrow({ where })
  return { id, auditId, name }
}

/** Deletes a contact; false if something keeps it. Former staff and former members can be deleted. */
const remove = async (id: string): Promise<boolean> => {
  const { system } = walk.server.database
  await system.staff.deleteMany({ where: { tenantId: world.caller.tenant.id, contactId: Number(id) } })
  const own = { tenantId: world.caller.tenant.id, contactId: Number(id) }
  await system.membership.updateMany({ where: own, data: { cancelledOn: new Date(), status: 'Cancelled' } })
  await system.contact.updateMany({ where: { tenantId: own.tenantId, id: Number(id) }, data: { balance: 0 } })
  await system.receivableBalance.deleteMany({ where: own })
  const { auditId } = await contactOf(id)
  return (await world.caller.delete(`/api/contacts/${id}/${auditId}`)).statusCode === 200
}

/** Where a response shows a contact: by its name, or by its id in a field for ids. */
const shownIn = (value: Json | undefined, { id, name }: Contact, key = '', path = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => shownIn(item, { id, name }, key, `${path}/${index}`))
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([field, inner]) => shownIn(inner, { id, name }, field, `${path}/${field}`))
  if (typeof value === 'string' && value.includes(name)) return [path]
  return /(contact|person|manager|owner|assignee|organization)s?ids?$/i.test(key) && String(value) === id ? [path] : []
}

/** Parameters of reads that accept 0 for any record. */
const ANY: readonly (readonly [string, string])[] = [
  ['projectid', '0'],
  ['contactid', '0'],
]

/** Sends every read of which the records are known. */
const findShown = async (ids: Ids, contact: Contact): Promise<string[]> => {
  const shown: string[] = []
  const known: Ids = new Map([...ANY, ...ids])
  for (const operation of reads) {
    const names = pathNames(operation.url).map((name) => name.toLowerCase())
    if (!names.every((name) => known.has(name) || isWord(name))) continue
    const url = fill(operation.url, known)
    const { statusCode, body } = await read(operation, url)
    expect(statusCode, `${url} ${body}`).toBeLessThan(500)
    if (statusCode !== 200 || body === '') continue
    const found = shownIn(parsed(body), contact)
    shown.push(...found.map((path) => `${operation.operationId} ${path}`))
  }
  return shown
}

const parsed = (body: string): Json => {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

const read = (operation: Operation, url: string) =>
  operation.method === 'GET' ? world.caller.get(url) : world.caller.post(url, { ...pageOf(operation) })

/** The page of the example, without its conditions. */
const pageOf = (operation: Operation) =>
  Object.fromEntries(Object.entries(exampleOf(operation)).filter(([field]) => /^(Take|Skip|OrderBy)$/.test(field)))

const ENOUGH = 12
let kept = 0

describe('no read shows a deleted contact', () => {
  for (const { operation, field, value } of references)
    it(`that ${titleOf(operation)} references by ${field}`, async () => {
      const contact = await contactOf(await contactFor(world, field))
      const { response, ids } = await createWith(world, operation, { [field]: value(contact.id) })
      if (response.statusCode !== 200) return
      // A dozen shows that the reads find what they look for.
      if (kept < ENOUGH && (await findShown(ids, contact)).length > 0) kept++
      if (!(await remove(contact.id))) return
      expect(await findShown(new Map([...ids]), contact)).toEqual([])
    })
})

test('the reads show the contacts before their deletion', () => {
  expect(references.length).toBeGreaterThan(10)
  expect(kept).toBe(ENOUGH)
})
