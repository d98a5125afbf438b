import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '#test/support/files/pdf-text'
import { type BooksApi, openBooks } from '#test/support/finance/documents'

let api: BooksApi
beforeAll(async () => {
  api = await openBooks()
})
afterAll(() => api.server.close())

const invoiceWith = async (descriptions: readonly string[], more: object = {}): Promise<number> => {
  const AccountId = await api.account('membership-income')
  const Lines = descriptions.map((Description) => ({ Description, UnitPrice: 10, AccountId }))
  return api.create('invoices', { ContactId: await api.person(), Lines, ...more })
}

const pdfOf = async (id: number): Promise<string> => {
  const response = await api.caller.get(`/api/finance/invoices/${id}/document`, { accept: 'application/pdf' })
  expect(response.statusCode, response.body).toBe(200)
  // The reader puts spaces between parts of different fonts.
  return (await readPdf(response.rawPayload)).pages.join(' ').replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
}

describe('GET /api/finance/invoices/{invoiceId}/document (getInvoiceDocument)', () => {
  test('shows names, addresses and lines in Arabic, Hebrew and Chinese', async () => {
    const BillingAddress = { Line1: 'شارع السلام', City: 'عمان', CountryCode: 'JO' }
    const id = await invoiceWith(['رسوم العضوية السنوية', 'דמי חבר', '年度会费'], { BillingAddress })
    const text = await pdfOf(id)
    for (const part of [
      'شارع السلام',
      'عمان',
      'رسوم العضوية السنوية',
      'דמי חבר',
      '年度会费',
      'Jordan',
      'Subtotal 30.00',
    ])
      expect(text).toContain(part)
  })

  test('has the subtotal that the interface has: after discount, before tax and shipping', async () => {
    const AccountId = await api.account('membership-income')
    const id = await api.create('invoices', {
      ContactId: await api.person(),
      ShippingAmount: 5,
      Lines: [{ Description: 'Book', UnitPrice: 12, DiscountAmount: 2, AccountId }],
    })
    expect(await api.get('invoices', id)).toMatchObject({ Subtotal: 10, Discount: 2, Shipping: 5, Total: 15 })
    const list = (await api.caller.get(`/api/finance/invoices?$filter=Subtotal eq 10`)).json()
    expect(list.Results).toMatchObject([{ InvoiceId: id, Subtotal: 10, Total: 15 }])
    expect(await pdfOf(id)).toContain('Subtotal 10.00')
  })
})

describe('POST /api/finance/invoices/{invoiceId}/document/send (sendInvoiceDocument)', () => {
  test('names the characters that the document does not show, each time, and writes them to the log', async () => {
    const path = `/api/finance/invoices/${await invoiceWith(['Runes ᚠᚢ'])}/document/send`
    for (const attempt of [1, 2]) {
      const sent = await api.body(api.caller.post(path, { Address: 'ada@payer.example' }))
      expect(sent.UnshownCharacters, String(attempt)).toEqual(['ᚠ', 'ᚢ'])
    }
    const { Results } = (await api.caller.post('/api/logs/tenantevent', { LogType: 'Mail' })).json()
    expect(Results).toHaveLength(2)
    expect(Results[0].Message).toMatch(/INV-\d+\.pdf that is mailed has no letters for U\+16A0, U\+16A2\./)
  })

  test('names none if the document shows all of its text', async () => {
    const path = `/api/finance/invoices/${await invoiceWith(['中文 ع ש'])}/document/send`
    const sent = await api.body(api.caller.post(path, { Address: 'ada@payer.example' }))
    expect(sent.UnshownCharacters).toEqual([])
  })
})
