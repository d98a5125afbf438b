import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import type { Source, TableFormat } from '#areas/people/imports/tables/source.model'
import { openTable } from '#areas/people/imports/tables/tables.input'
import { formatNumber, formatOf, formatSerialDate } from '#areas/people/imports/workbooks/cells.model'
import { textSheet, type WorkbookParts, workbookOf } from '#test/support/files/workbook'
import { zipOf } from '#test/support/files/zip'

const sourceOf = (bytes: Buffer): Source => ({
  name: 'people.xlsx',
  size: bytes.length,
  open: async function* ({ first, last } = { first: 0, last: bytes.length - 1 }) {
    for (let at = first; at <= last; at += 1000) yield bytes.subarray(at, Math.min(at + 1000, last + 1))
  },
})

const readAll = async (bytes: Buffer, wanted: TableFormat = {}) => {
  const table = await openTable(sourceOf(bytes), wanted)
  const rows: { line: number; fields: string[] }[] = []
  for await (const row of table.rows()) rows.push(row)
  return { table, rows, fields: rows.map(({ fields }) => fields) }
}

const read = (parts: WorkbookParts, wanted?: TableFormat) => readAll(workbookOf(parts), wanted)
const row = (number: number, cells: string): string => `<row r="${number}" spans="1:9">${cells}</row>`

describe('openTable: workbooks', () => {
  test('reads the cells that Excel writes: shared and rich texts, numbers, dates, booleans, formulas and errors', async () => {
    const { table, rows } = await read({
      strings: [
        '<t>Nachname</t>',
        '<r><rPr><b/></rPr><t xml:space="preserve">Groß </t></r><r><t>&amp; Söhne</t></r>',
        '<t>課</t><rPh sb="0" eb="1"><t>カ</t></rPh>',
        '<t>Zeile_x000D_\nzwei</t>',
      ],
      codes: ['dd\\.mm\\.yyyy;@', '00000', '[h]:mm', '#,##0.00\\ "€ des Monats"'],
      styles: [0, 14, 164, 165, 22, 166, 167],
      sheets: {
        Mitglieder:
          '<sheetData>' +
          row(1, '<c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><f>"x"&amp;1</f><v>x1</v></c>') +
          row(3, '<c r="A3" t="s"><v>1</v></c><c r="C3" s="1"><v>45292</v></c><c r="D3" s="2"><v>30000.25</v></c>') +
          row(4, '<c r="A4" t="s"><v>2</v></c><c r="B4" s="3"><v>1067</v></c><c r="C4" t="b"><v>1</v></c>') +
          row(
            5,
            '<c r="A5" t="s"><v>3</v></c><c r="B5" t="e"><v>#N/A</v></c><c r="C5"><v>0.30000000000000004</v></c>',
          ) +
          row(6, '<c r="A6"/><c r="B6" s="3"/>') +
          row(
            7,
            '<c r="A7"><f>SUM(A1:A2)</f><v>1234.567</v></c><c r="B7"><v>491512345678</v></c><c r="C7" s="5"><v>1.5</v></c>',
          ) +
          row(
            8,
            '<c r="A8" s="6"><v>12.5</v></c><c r="B8" t="d"><v>2024-05-06T00:00:00</v></c><c r="C8" s="4"><v>0.5</v></c>',
          ) +
          '</sheetData>',
      },
    })
    expect(table).toMatchObject({ sheet: 'Mitglieder', encoding: null, delimiter: null })
    expect(rows).toEqual([
      { line: 1, fields: ['Nachname', 'x1'] },
      { line: 3, fields: ['Groß & Söhne', '', '2024-01-01', '1982-02-18 06:00:00'] },
      { line: 4, fields: ['課', '01067', 'TRUE'] },
      { line: 5, fields: ['Zeile\r\nzwei', '#N/A', '0.3'] },
      { line: 7, fields: ['1234.567', '491512345678', '1.5'] },
      { line: 8, fields: ['12.5', '2024-05-06', '12:00:00'] },
    ])
  })

  test('reads what another library writes', async () => {
    const people = [
      { name: 'Käthe', born: new Date('1980-04-05T00:00:00Z'), fee: 12.5 },
      { name: 'Jürgen "J"', born: new Date('1999-12-31T00:00:00Z'), fee: 1234.5 },
    ]
    const columns = [
      { header: 'Vorname', cell: ({ name }: (typeof people)[0]) => ({ value: name }) },
      { header: 'Geboren', cell: ({ born }: (typeof people)[0]) => ({ value: born, format: 'dd.mm.yyyy' }) },
      { header: 'Beitrag', cell: ({ fee }: (typeof people)[0]) => ({ value: fee }) },
    ]
    const bytes = await writeXlsxFile(people, { columns }).toBuffer()
    const { fields } = await readAll(bytes)
    expect(fields).toEqual([
      ['Vorname', 'Geboren', 'Beitrag'],
      ['Käthe', '1980-04-05', '12.5'],
      ['Jürgen "J"', '1999-12-31', '1234.5'],
    ])
  })

  test('takes the first visible sheet, or that of a name', async () => {
    const sheets = { Alt: textSheet([['a']]), Jetzt: textSheet([['b']]), Neu: textSheet([['c']]) }
    expect(await read({ sheets, hidden: ['Alt'] })).toMatchObject({ table: { sheet: 'Jetzt' }, fields: [['b']] })
    expect(await read({ sheets }, { sheet: 'Neu' })).toMatchObject({ table: { sheet: 'Neu' }, fields: [['c']] })
    await expect(read({ sheets }, { sheet: 'X' })).rejects.toThrow('must be a sheet of the workbook: Alt, Jetzt, Neu')
  })

  test('finds the headers after titles, and joins those below merged cells', async () => {
    const sheet =
      textSheet([
        ['Club'],
        ['Stand: heute'],
        ['Nr.', 'Name', '', 'Privat', '', 'Dienstlich', ''],
        ['', 'Vorname', 'Nachname', 'Telefon', 'E-Mail', 'Telefon', 'E-Mail'],
        ['1', 'Ada', 'Byron', '1', 'a', '2', 'b'],
      ]) +
      '<mergeCells count="4"><mergeCell ref="A1:G1"/><mergeCell ref="A3:A4"/><mergeCell ref="B3:C3"/><mergeCell ref="D3:E3"/><mergeCell ref="F3:G3"/></mergeCells>'
    const { rows } = await read({ sheets: { A: sheet } })
    expect(rows.map(({ line }) => line)).toEqual([4, 5])
    expect(rows[0]?.fields).toEqual([
      ...['Nr.', 'Vorname', 'Nachname', 'Privat Telefon', 'Privat E-Mail', 'Dienstlich Telefon', 'Dienstlich E-Mail'],
    ])
  })

  test('does not take rows below a merged header for headers', async () => {
    const sheet = `${textSheet([
      ['Name', ''],
      ['Ada', 'Byron'],
    ])}<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`
    expect((await read({ sheets: { A: sheet } })).fields).toEqual([['Name'], ['Ada', 'Byron']])
  })

  test('reads back every table of texts', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'aZ09 äß,;"😀'), maxLength: 8 }).map((text) => text.trim())
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(table, async (body) => {
        const { fields } = await read({ sheets: { A: textSheet([['First name', 'Last name'], ...body]) } })
        const expected = body
          .map((cells) => cells.slice(0, cells.findLastIndex((text) => text !== '') + 1))
          .filter((cells) => cells.length > 0)
        expect(fields).toEqual([['First name', 'Last name'], ...expected])
      }),
      { numRuns: 60 },
    )
  })
})

describe('openTable: files that are no workbooks', () => {
  const sheets = { A: textSheet([['Last name'], ['Byron']]) }

  test.each([
    ['an archive', zipOf([{ name: 'people.csv', content: 'a' }]), 'is an archive or a document, and no workbook'],
    ['a table of LibreOffice', zipOf([{ name: 'mimetype', content: 'x', isStored: true }]), 'LibreOffice'],
    ['a binary workbook', zipOf([{ name: 'xl/workbook.bin', content: 'x' }]), '.xlsb'],
    ['half of a workbook', workbookOf({ sheets }).subarray(0, 900), 'is a damaged workbook'],
    ['a sheet without cells', workbookOf({ sheets: {} }), 'has no sheet with cells'],
  ])('names %s', async (_what, bytes, message) => {
    await expect(readAll(bytes)).rejects.toThrow(message)
  })

  test('reports a failure of the file store as such, not as damage', async () => {
    const bytes = workbookOf({
      strings: [],
      sheets: { A: `<sheetData>${row(1, '<c r="A1"><v>1</v></c>')}</sheetData>` },
    })
    const failure = new Error('The store is unavailable.')
    const source = sourceOf(bytes)
    let reads = 0
    const open: Source['open'] = (range) => {
      if (++reads > 4) throw failure
      return source.open(range)
    }
    await expect(openTable({ ...source, open }, {})).rejects.toBe(failure)
  })

  test('bounds what a small file is decompressed to', async () => {
    const bomb = { name: 'xl/sharedStrings.xml', content: Buffer.alloc(65_000_000, 0x20) }
    const bytes = workbookOf({ sheets, others: [bomb] })
    expect(bytes.length).toBeLessThan(100_000)
    await expect(readAll(bytes)).rejects.toThrow('has a part of more than 64 MB')
  })

  test('rejects cells and rows that Excel cannot have', async () => {
    const rows = (xml: string) => read({ sheets: { A: `<sheetData>${xml}</sheetData>` } })
    await expect(rows('<row r="2"><c t="str"><v>a</v></c></row><row r="2"/>')).rejects.toThrow('rows in a wrong order')
    await expect(rows('<row r="2000000"/>')).rejects.toThrow('rows in a wrong order')
    await expect(rows('<row><c r="ZZZ1"><v>1</v></c></row>')).rejects.toThrow('a cell in no column')
    const large = `<row><c t="str"><v>${'x'.repeat(1_000_001)}</v></c></row>`
    await expect(rows(large)).rejects.toThrow('more than a million characters')
  })

  test('survives every damage of a byte', async () => {
    const bytes = workbookOf({ sheets })
    const property = fc.asyncProperty(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const damaged = Buffer.from(bytes)
        damaged[at] = (damaged[at] ?? 0) ^ change
        const failure = await readAll(damaged).then(
          () => undefined,
          (error: { code?: string }) => error.code,
        )
        expect([undefined, 'import-file']).toContain(failure)
      },
    )
    await fc.assert(property, { numRuns: 400 })
  })
})

describe('formatOf', () => {
  test.each([
    ['dd/mm/yyyy', 'date'],
    ['[$-407]d\\. mmmm yyyy', 'date'],
    ['h:mm AM/PM', 'date'],
    ['0000', 'padded'],
    ['General', undefined],
    ['[Red]0.00', undefined],
    ['0.00E+00', undefined],
    ['#,##0 "days"', undefined],
    ['[h]:mm:ss', undefined],
    ['@', undefined],
  ])('finds in the code %s the kind %s', (code, kind) => {
    expect(formatOf(164, code)?.kind).toBe(kind)
  })
})

describe('formatSerialDate', () => {
  test.each([
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [61, false, '1900-03-01'],
    [45292.75, false, '2024-01-01 18:00:00'],
    [0, true, '1904-01-01'],
    [43830, true, '2024-01-01'],
    [0.25, false, '06:00:00'],
    [-1, false, undefined],
    [3_000_000, false, undefined],
  ])('converts the day %d', (serial, is1904, expected) => {
    expect(formatSerialDate(serial, is1904)).toBe(expected)
  })
})

test('formatNumber writes no number that a language reads as thousands', () => {
  expect([1.234, 0.1 + 0.2, 1e20, -5.125, 1234.567].map(formatNumber)).toEqual([
    '1.2340',
    '0.3',
    '100000000000000000000',
    '-5.1250',
    '1234.567',
  ])
})
