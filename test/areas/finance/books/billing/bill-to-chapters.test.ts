import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTwoChapters, type TwoChapters } from '#test/support/api/two-chapters'

let chapters: TwoChapters
beforeAll(async () => {
  chapters = await openTwoChapters()
})
afterAll(() => chapters.server.close())

interface MembershipJson {
  MembershipId: number
  Status: string
  Invoices: { InvoiceId: number }[]
}

test('a caller limited to chapters bills only contacts that it can change, and its payment reaches members outside', async () => {
  const { admin, owner, ids, save, server } = chapters
  const where = { tenantId: admin.tenant.id, systemRole: 'membership-income' }
  const account = await server.database.system.account.findFirstOrThrow({ where })
  const Lines = [{ Description: 'Course', UnitPrice: 10, AccountId: account.id }]
  await save(admin, `/api/finance/contacts/${ids.ann}/billing`, { BillWithParent: true })
  const invoice = { ContactId: ids.ann, Lines }
  const refused = (await owner.post('/api/finance/invoices/0', invoice)).json()
  expect([refused.status, refused.code]).toEqual([422, 'books-rule'])
  const { InvoiceId: foreign } = await save(admin, '/api/finance/invoices/0', invoice)
  expect((await owner.get(`/api/finance/invoices/${foreign}`)).statusCode).toBe(404)

  // Acme moves into the chapter, and a member of it that the owner does not see is billed with it.
  await chapters.putIntoNorth(ids.acme)
  const roles = { OrganizationsAndRoles: [{ OrganizationContactId: ids.acme }] }
  const zoe = await chapters.person('Zoe', 'Outside', roles)
  await save(admin, `/api/finance/contacts/${zoe}/billing`, { BillWithParent: true })
  const type = await save(admin, '/api/membershiptypes/0', { Name: 'Agents' })
  const level = await save(admin, `/api/membershiptypes/${type.MembershipTypeId}/levels/0`, { Name: 'A', Price: 50 })
  const fields = { ContactId: zoe, MembershipTypeId: type.MembershipTypeId, LevelId: level.MembershipLevelId }
  const joined = await save<MembershipJson>(admin, '/api/memberships/0', fields)
  const InvoiceId = joined.Invoices[0]?.InvoiceId
  const seen = (await owner.get(`/api/finance/invoices/${InvoiceId}`)).json()
  expect(seen).toMatchObject({ ContactId: ids.acme, ForContactName: null, Total: 50 })
  const payment = { ContactId: ids.acme, Amount: 50, PaymentTypeId: 2, Applications: [{ InvoiceId }] }
  await save(owner, '/api/finance/payments/0', payment)
  const paid = (await admin.get(`/api/memberships/${joined.MembershipId}`)).json()
  expect(paid).toMatchObject({ Status: 'Active', Balance: 0 })
  expect((await owner.post('/api/finance/invoices/0', invoice)).json()).toMatchObject({ ContactId: ids.acme })
})
