import { expect, test } from 'vitest'
import { parseApplications } from '#areas/finance/books/applications/applications.input'

const invoice = (id: number, open: number) => ({
  id,
  open,
  total: open,
  auditId: 1,
  number: id,
  contactId: 7,
  forContactId: null,
  issuedOn: '2026-01-01',
  dueOn: '2026-02-01',
  isVoid: false,
})
const parse = (sent: { InvoiceId: number; Amount?: number }[], available: number) =>
  parseApplications(sent, [invoice(1, 3000), invoice(2, 500)], { contactId: 7, available })

test('applies to each invoice what it needs, as far as money is left', () => {
  expect(parse([{ InvoiceId: 1 }, { InvoiceId: 2 }], 3200)).toEqual([
    { invoiceId: 1, cents: 3000 },
    { invoiceId: 2, cents: 200 },
  ])
  expect(parse([{ InvoiceId: 1, Amount: 0.01 }, { InvoiceId: 2 }], 501)).toEqual([
    { invoiceId: 1, cents: 1 },
    { invoiceId: 2, cents: 500 },
  ])
})

test('refuses an application for which nothing is left, and more than an invoice or the payment has', () => {
  const fault = (pointer: string) => expect.objectContaining({ errors: [expect.objectContaining({ pointer })] })
  const refusals: [Parameters<typeof parse>[0], number, string, string][] = [
    [[{ InvoiceId: 1 }, { InvoiceId: 2 }], 3000, 'not-available', '/Applications/1/Amount'],
    [[{ InvoiceId: 1, Amount: 0 }], 3000, 'not-available', '/Applications/0/Amount'],
    [
      [
        { InvoiceId: 2, Amount: 5 },
        { InvoiceId: 1, Amount: 25.01 },
      ],
      3000,
      'not-available',
      '/Applications/1/Amount',
    ],
    [[{ InvoiceId: 2, Amount: 5.01 }], 3000, 'overpaid', '/Applications/0/Amount'],
  ]
  for (const [sent, available, code, pointer] of refusals) {
    expect(() => parse(sent, available), code).toThrow(expect.objectContaining({ code }))
    expect(() => parse(sent, available), code).toThrow(fault(pointer))
  }
})
