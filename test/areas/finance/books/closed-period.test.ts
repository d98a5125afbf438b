import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BooksApi, type DocumentPath, expectBalanced, openBooks } from '#test/support/api/documents'

let api: BooksApi
let contact: number
beforeAll(async () => {
  api = await openBooks()
  contact = await api.person()
})
afterAll(async () => {
  await expectBalanced(api)
  await api.server.close()
})

test('no kind of document is posted, nor voided, in a closed period; applications post nothing', async () => {
  const { closedPeriod, account } = api.server.database.system
  const tenantId = api.caller.tenant.id
  const { id: AccountId } = await account.findFirstOrThrow({ where: { tenantId, systemRole: 'membership-income' } })
  const Lines = [{ Description: 'x', UnitPrice: 100, AccountId }]
  const before = '2026-06-01'
  const own = { ContactId: contact }
  const InvoiceId = await api.create('invoices', { ...own, IssuedDate: before, Lines })
  const PaymentId = await api.create('payments', { ...own, Amount: 50, PaymentTypeId: 1, ReceivedDate: before })
  const bodies: Record<DocumentPath, [date: string, body: object]> = {
    invoices: ['IssuedDate', { ...own, Lines }],
    payments: ['ReceivedDate', { ...own, Amount: 5, PaymentTypeId: 1 }],
    credits: ['IssuedDate', { ...own, Lines }],
    refunds: ['RefundedDate', { PaymentId, Amount: 1 }],
    writeoffs: ['WrittenOffDate', { InvoiceId, Amount: 1 }],
  }
  const kinds = Object.entries(bodies) as [DocumentPath, [string, object]][]
  const ids = new Map<DocumentPath, number>()
  for (const [path, [date, body]] of kinds) ids.set(path, await api.create(path, { ...body, [date]: before }))
  const close = (closedThrough: Date | null) =>
    closedPeriod.updateMany({ where: { tenantId }, data: { closedThrough } })
  await close(new Date('2026-06-10'))
  for (const [path, [date, body]] of kinds) {
    const closed = { ...body, [date]: '2026-06-10' }
    expect(await api.refuse(`${path}/0`, closed), path).toEqual([422, 'closed-period', `/${date}`])
    const id = ids.get(path)
    expect(await api.refuse(`${path}/${id}/void`, { Date: '2026-06-10' }), path).toEqual([
      422,
      'closed-period',
      '/Date',
    ])
    await api.create(path, { ...body, [date]: '2026-06-11' })
    expect(await api.take(path, id ?? 0, 'void', { Date: '2026-06-11' })).toMatchObject({ Status: 'Void' })
  }
  const Applications = [{ InvoiceId, Amount: 10 }]
  expect(await api.take('payments', PaymentId, 'apply', { Applications })).toMatchObject({
    Applications: [{ Amount: 10 }],
  })
  await close(null)
})
