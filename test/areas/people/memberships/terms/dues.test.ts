import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, expectBalanced, openBooks } from '#test/support/finance/documents'

let api: BooksApi
let typeId: number
beforeAll(async () => {
  api = await openBooks()
  typeId = Number((await api.body(api.caller.post('/api/membershiptypes/0', { Name: 'Agents' }))).MembershipTypeId)
})
afterAll(async () => {
  await expectBalanced(api)
  await api.server.close()
})

const post = (path: string, body: object) => api.body(api.caller.post(path, body))
const saveLevel = (id: number, body: object) => post(`/api/membershiptypes/${typeId}/levels/${id}`, body)

/** The invoice of a new member with the level. */
const invoiceOf = async (LevelId: number) => {
  const fields = { ContactId: await api.person(), MembershipTypeId: typeId, LevelId }
  const { Invoices } = (await post('/api/memberships/0', fields)) as { Invoices: { InvoiceId: number }[] }
  return api.get('invoices', Invoices[0]?.InvoiceId ?? 0)
}

describe('FeeItemId of a membership level', () => {
  test('gives the dues its account, class and tax set, but not its price', async () => {
    const { AccountId } = await post('/api/finance/accounts/0', { Name: 'Agent dues', AccountType: 'Income' })
    const { ClassId } = await post('/api/finance/classes/0', { Name: 'Membership' })
    const rates = [{ Name: 'State', Percent: 5.5 }]
    const { TaxSetId } = await post('/api/finance/taxsets/0', { Name: 'Dues tax', Rates: rates })
    const item = { Name: 'Agent dues', Price: 1, AccountId, ClassId, TaxSetId }
    const { FeeItemId } = await post('/api/finance/feeitems/0', item)
    const level = await saveLevel(0, { Name: 'Agent', Price: 100, FeeItemId })
    expect(level.FeeItemId).toBe(FeeItemId)
    const id = Number(level.MembershipLevelId)
    const invoice = await invoiceOf(id)
    expect(invoice).toMatchObject({ Subtotal: 100, Tax: 5.5, Total: 105.5 })
    expect(invoice.Lines).toMatchObject([{ FeeItemId, AccountId, ClassId, TaxSetId, UnitPrice: 100, TaxAmount: 5.5 }])
    expect(await api.journal('invoice', Number(invoice.InvoiceId))).toEqual([
      ['receivable', 105.5],
      ['Agent dues', -100],
      ['sales-tax', -5.5],
    ])
    const refused = (await api.caller.delete(`/api/finance/feeitems/${FeeItemId}`)).json()
    expect([refused.status, refused.code]).toEqual([409, 'in-use'])

    await post(`/api/finance/feeitems/${FeeItemId}`, { AuditId: 1, Name: 'Agent dues', IsActive: false })
    expect(await invoiceOf(id)).toMatchObject({ Total: 105.5 })
    const kept = await saveLevel(id, { AuditId: 1, Price: 80 })
    expect(kept).toMatchObject({ FeeItemId, Price: 80 })
    await saveLevel(id, { AuditId: 2, FeeItemId: null })
    const plain = await invoiceOf(id)
    expect(plain).toMatchObject({ Tax: 0, Total: 80 })
    expect(await api.journal('invoice', Number(plain.InvoiceId))).toEqual([
      ['receivable', 80],
      ['membership-income', -80],
    ])
  })

  test('returns 422 for a fee item that does not exist', async () => {
    const body = { Name: 'Nothing', Price: 1, FeeItemId: 999_999 }
    const refused = (await api.caller.post(`/api/membershiptypes/${typeId}/levels/0`, body)).json()
    expect([refused.status, refused.code, refused.errors[0].pointer]).toEqual([422, 'unknown-reference', '/FeeItemId'])
  })
})
