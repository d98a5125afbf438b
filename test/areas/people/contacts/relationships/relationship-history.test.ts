import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DetailsBench, openDetails } from '#test/support/people/contact-parts'

let bench: DetailsBench
const types = new Map<string, number>()
beforeAll(async () => {
  bench = await openDetails()
  const where = { tenantId: bench.mine.tenant.id }
  for (const { name, id } of await bench.server.database.system.contactRelationshipType.findMany({ where }))
    types.set(name, id)
})
afterAll(() => bench.server.close())

test('the history of a relationship names its types before and after, on both sides', async () => {
  const [child, sibling] = [await bench.person(), await bench.person()]
  const url = `/api/contacts/${child}/relationships`
  const made = await bench.mine.post(`${url}/0`, {
    OtherContactId: sibling,
    ContactRelationshipTypeId: types.get('Spouse'),
  })
  const { ContactRelationshipId: id, AuditId } = made.json()
  const change = { AuditId, ContactRelationshipTypeId: types.get('Sibling') }
  expect((await bench.mine.post(`${url}/${id}`, change)).statusCode).toBe(200)
  expect((await bench.mine.delete(`${url}/${id}`)).statusCode).toBe(200)
  const shown = (type: string) => ({ id, contactId: child, otherContactId: sibling, type })
  for (const entityId of [child, sibling]) {
    const where = { tenantId: bench.mine.tenant.id, entity: 'contact', entityId, auditId: { gt: 1 } }
    const entries = await bench.server.database.system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
    expect(entries.map(({ changes }) => changes)).toEqual([
      { relationships: { old: null, new: shown('Spouse') } },
      { relationships: { old: { id, type: 'Spouse' }, new: { id, type: 'Sibling' } } },
      { relationships: { old: shown('Sibling'), new: null } },
    ])
  }
})
