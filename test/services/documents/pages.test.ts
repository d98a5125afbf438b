import { describe, expect, test } from 'vitest'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'
import { PAPERS } from '#services/documents/pdf/paper'
import { writePdf } from '#services/documents/pdf/write-pdf'
import { cleanDocument } from '#services/html/clean-html'
import { renderLiquid } from '#services/templates/liquid'
import { samplesOf } from '#services/templates/template-variable'
import { readPdf } from '#test/support/files/pdf-text'

const INFO = { title: 'T', author: 'Harbor', createdAt: new Date(0) }

const pagesOf = async (key: 'invoice' | 'statement', more: object): Promise<string[]> => {
  const { html, variables } = builtInDocuments[key]
  const body = cleanDocument(renderLiquid('Html', html, 'html', { ...samplesOf(variables), ...more }))
  return (await readPdf(writePdf(body, PAPERS.A4, INFO).bytes)).pages
}

const invoiceOf = (count: number): object => ({
  invoice: {
    number: 'INV-1',
    date: '2027-03-01',
    due_on: '2027-03-31',
    is_void: false,
    discount: 0,
    shipping: 0,
    taxes: [],
    payments: [],
    subtotal: count * 1000.5,
    total: count * 1000.5,
    balance: count * 1000.5,
    lines: Array.from({ length: count }, (_, index) => ({
      description: `Line ${index + 1}.`,
      quantity: 1,
      unit_price: 1000.5,
      discount: 0,
      amount: 1000.5,
    })),
  },
})

const written = (amount: number): string => amount.toLocaleString('en-US', { minimumFractionDigits: 2 })

describe('the pages of an invoice', () => {
  test('never end with one that has only totals, and carry the sum over', async () => {
    for (let count = 12; count <= 30; count++) {
      const pages = await pagesOf('invoice', invoiceOf(count))
      expect(pages.at(-1)).toContain(`Line ${count}.`)
      expect(pages.at(-1)).toContain(`Subtotal ${written(count * 1000.5)}`)
      for (const [index, page] of pages.slice(0, -1).entries()) {
        const lines = [...page.matchAll(/Line (\d+)\./g)].map(([, number]) => Number(number))
        const sum = written((lines.at(-1) ?? 0) * 1000.5)
        expect(page).toContain(`Carried over ${sum}`)
        expect(pages[index + 1]).toContain(`Brought forward ${sum}`)
      }
    }
  })

  test('carry nothing on one page', async () => {
    const pages = await pagesOf('invoice', invoiceOf(3))
    expect(pages).toHaveLength(1)
    expect(pages[0]).not.toMatch(/Carried over|Brought forward/)
  })
})

describe('the pages of a statement', () => {
  test('carry the balance over', async () => {
    const transactions = Array.from({ length: 60 }, (_, index) => ({
      date: '2027-03-01',
      kind: 'Invoice',
      number: `INV-${index}`,
      is_void: false,
      amount: -1,
      balance: -index - 2000,
    }))
    const pages = await pagesOf('statement', {
      statement: { opening: -1999, closing: -2059, date: '2027-03-31', transactions, ages: [] },
    })
    const last = [...(pages[0] ?? '').matchAll(/INV-(\d+)/g)].at(-1)?.[1]
    expect(pages[0]).toContain(`Carried over −${written(Number(last) + 2000)}`)
    expect(pages[1]).toContain(`Brought forward −${written(Number(last) + 2000)}`)
  })
})
