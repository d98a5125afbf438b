import { describe, expect, test } from 'vitest'
import { DOCUMENT_KEYS, type DocumentKey } from '#services/documents/built-in/built-in-document'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'
import { PAPERS } from '#services/documents/pdf/paper'
import { writePdf } from '#services/documents/pdf/write-pdf'
import { cleanDocument } from '#services/html/clean-html'
import { listUnknownVariables, renderLiquid } from '#services/templates/liquid'
import { samplesOf } from '#services/templates/template-variable'
import { readPdf } from '#test/support/files/pdf-text'

const INFO = { title: 'Invoice INV-1042', author: 'Harbor Chamber', createdAt: new Date('2027-03-01T08:00:00Z') }

const bodyOf = (key: DocumentKey, more: object = {}): string => {
  const { html, variables } = builtInDocuments[key]
  return cleanDocument(renderLiquid('Html', html, 'html', { ...samplesOf(variables), ...more }))
}

const pdfOf = (key: DocumentKey, more: object = {}) => writePdf(bodyOf(key, more), PAPERS.Letter, INFO).bytes

describe('a built-in document', () => {
  test.each(DOCUMENT_KEYS)('uses only the variables that it names, and nothing that is removed: %s', (key) => {
    const { html, variables } = builtInDocuments[key]
    const names = variables.map(({ name }) => name)
    expect(listUnknownVariables(html, names)).toEqual([])
    const words = (text: string) => text.replace(/\s+|&[a-z]+;|−/g, '').length
    const samples = samplesOf(variables)
    expect(words(cleanDocument(renderLiquid('Html', html, 'html', samples)))).toBeGreaterThan(200)
    expect(cleanDocument(bodyOf(key))).toBe(bodyOf(key))
  })

  test('contains every amount of an invoice, its title, language and structure', async () => {
    const { pages, title, language, roles } = await readPdf(pdfOf('invoice'))
    expect(pages).toHaveLength(1)
    for (const text of ['INV-1042', '1,125.00', '340.00', '186.00', '1,651.00', '28.93', '$1,679.93', '−500.00'])
      expect(pages[0]).toContain(text)
    expect(pages[0]).toContain('Amount due $1,179.93')
    expect(pages[0]).toContain('Page 1 of 1')
    expect([title, language]).toEqual(['Invoice INV-1042', 'en'])
    expect([...roles]).toEqual(expect.arrayContaining(['Document', 'H1', 'P', 'Table', 'THead', 'TR', 'TH', 'TD']))
  })

  test('repeats the head of a long statement on each page, and shows each transaction once', async () => {
    const transactions = Array.from({ length: 400 }, (_, index) => ({
      date: '2027-03-01',
      kind: 'Invoice',
      number: `INV-${2000 + index}`,
      is_void: false,
      amount: index + 0.25,
      balance: 100_000 + index + 0.75,
    }))
    const statement = { opening: 0, closing: 1, date: '2027-03-31', transactions, ages: [] }
    const { pages } = await readPdf(pdfOf('statement', { statement }))
    expect(pages.length).toBeGreaterThan(8)
    for (const page of pages.slice(0, -1)) expect(page).toMatch(/Date Transaction Amount Balance/)
    const all = pages.join(' ')
    for (const { number, balance } of transactions) {
      expect(all.split(`Invoice ${number} `)).toHaveLength(2)
      expect(all).toContain(balance.toLocaleString('en-US'))
    }
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
  })

  test('has the same bytes for the same content', () => {
    const one = pdfOf('invoice')
    const other = pdfOf('invoice')
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
    const later = writePdf(bodyOf('invoice'), PAPERS.Letter, { ...INFO, createdAt: new Date('2028-01-01T00:00:00Z') })
    expect(Buffer.from(later.bytes).equals(Buffer.from(one))).toBe(false)
  })

  test('writes names in Latin, Greek and Cyrillic letters', async () => {
    const name = 'Łukasz Ñandú Ἀθηνᾶ Ελλάδα Привіт Ђорђе ệ'
    const { pages } = await readPdf(pdfOf('certificate', { contact: { name } }))
    expect(pages[0]).toContain(name)
  })
})
