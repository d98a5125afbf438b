import { describe, expect, test } from 'vitest'
import type { Source } from '#areas/people/imports/tables/source.model'
import { openTable } from '#areas/people/imports/tables/tables.input'
import { textSheet, type WorkbookParts, workbookOf } from '#test/support/files/workbook'

const sourceOf = (bytes: Buffer): Source => ({
  name: 'people.xlsx',
  size: bytes.length,
  open: async function* ({ first, last } = { first: 0, last: bytes.length - 1 }) {
    yield bytes.subarray(first, last + 1)
  },
})

const read = async (parts: WorkbookParts) => {
  const table = await openTable(sourceOf(workbookOf(parts)), {})
  const rows: unknown[] = []
  for await (const { line, fields } of table.rows()) rows.push([line, fields.length])
  return rows
}

const HEADERS = '<row r="1"><c t="str"><v>Last name</v></c><c t="str"><v>City</v></c></row>'

describe('openTable: hostile workbooks', () => {
  test.each([
    ['elements that are nested', `<sheetData>${HEADERS}<row r="2">${'<a>'.repeat(500_000)}</row></sheetData>`],
    ['elements that are nested and closed', `<sheetData>${HEADERS}${'<a>'.repeat(500_000)}${'</a>'.repeat(500_000)}`],
    ['an element of many attributes', `<sheetData>${HEADERS}<row ${'a="" '.repeat(300)}/></sheetData>`],
    ['a row without an end', `<sheetData>${HEADERS}<row r="2"><c t="str"><v>A</v></c></sheetData>`],
  ])('refuses %s', async (_what, sheet) => {
    await expect(read({ sheets: { A: sheet } })).rejects.toThrow('is a damaged workbook')
  })

  test('refuses nested elements in the other parts', async () => {
    const sheets = { A: textSheet([['Last name'], ['Byron']]) }
    const nested = '<a>'.repeat(100_000)
    const others = ['xl/sharedStrings.xml', 'xl/styles.xml'].map((name) => ({ name, content: `<x>${nested}` }))
    for (const other of others) await expect(read({ sheets, others: [other] })).rejects.toThrow('is a damaged workbook')
  })

  test('refuses a row of millions of characters without reading it at once', async () => {
    const sheet = `<sheetData>${HEADERS}<row r="2">${' '.repeat(20_000_000)}</row></sheetData>`
    await expect(read({ sheets: { A: sheet } })).rejects.toThrow('too large')
  })

  test('bounds the empty cells that short references make', async () => {
    const far = Array.from({ length: 4000 }, (_, at) => `<row r="${at + 2}"><c r="XFD${at + 2}"><v>1</v></c></row>`)
    await expect(read({ sheets: { A: `<sheetData>${HEADERS}${far.join('')}</sheetData>` } })).rejects.toThrow(
      'empty cells',
    )
  })

  test('reads a sheet of several blocks, with prefixes, empty rows and text after the rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => {
      const cell = at % 3 === 0 ? '' : `<x:c t="inlineStr"><x:is><x:t>Name ${at}</x:t></x:is></x:c>`
      return at % 5 === 0 ? `<x:row r="${at + 2}" ht="12"/>` : `<x:row r="${at + 2}">${cell}</x:row>`
    })
    const sheet = `<x:sheetData>${HEADERS.replace(/(<\/?)/g, '$1x:')}${rows.join('')}</x:sheetData><x:more>${' '.repeat(500_000)}</x:more>`
    const read20 = await read({ sheets: { A: sheet } })
    const expected = rows.flatMap((row, at) => (row.includes('Name') ? [[at + 2, 1]] : []))
    expect(read20).toEqual([[1, 2], ...expected])
  })
})
