import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Source } from '#areas/people/imports/tables/source.model'
import { openTable } from '#areas/people/imports/tables/tables.input'

const sourceOf = (bytes: Buffer, chunk = 7): Source => ({
  name: 'people.csv',
  size: bytes.length,
  open: async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  },
})

const readAll = async (bytes: Buffer, chunk?: number) => {
  const table = await openTable(sourceOf(bytes, chunk), {})
  const rows: string[][] = []
  for await (const { fields } of table.rows()) rows.push(fields)
  return { table, rows }
}

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

const ENCODINGS: Record<string, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'windows-1252': (text) => Buffer.from(text, 'latin1'),
  'utf-16le with a mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be with a mark': (text) => swapped(`\ufeff${text}`),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': swapped,
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** Letters that every encoding has, with the signs that CSV quotes. */
const cells = fc
  .array(fc.constantFrom(...'aZ09 äöüßéÅñ,;\t|"\n'), { minLength: 1, maxLength: 12 })
  .map((letters) => letters.join('').trim() || 'x')

describe('openTable', () => {
  test('reads back every table in each encoding with each delimiter', async () => {
    const tables = fc.array(fc.tuple(cells, cells, cells), { minLength: 1, maxLength: 8 })
    const property = fc.asyncProperty(
      fc.constantFrom(...Object.keys(ENCODINGS)),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      tables,
      fc.integer({ min: 1, max: 40 }),
      async (encoding, delimiter, lineBreak, body, chunk) => {
        const rows = [['Name', 'Größe', 'Note'], ...body]
        const text = rows.map((row) => row.map(quoted).join(delimiter)).join(lineBreak)
        const read = await readAll(ENCODINGS[encoding]?.(`${text}${lineBreak}`) ?? Buffer.alloc(0), chunk)
        expect(read.table.delimiter).toBe(delimiter)
        expect(read.rows).toEqual(rows)
      },
    )
    await fc.assert(property, { numRuns: 150 })
  })

  test.each([
    [
      'an old Mac',
      Buffer.from([...Buffer.from('Name\nM'), 0x9f, ...Buffer.from('ller J'), 0x9f, ...Buffer.from('rgen\n')]),
      'macintosh',
    ],
    ['Windows', Buffer.from('Name\nMüller Jürgen\n', 'latin1'), 'windows-1252'],
  ])('recognizes the letters of %s', async (_what, bytes, encoding) => {
    const { table, rows } = await readAll(bytes)
    expect([table.encoding, rows[1]]).toEqual([encoding, ['Müller Jürgen']])
  })

  /** Lines in UTF-8 (`u`) or Windows-1252 (`w`) after the headers; without letters above ASCII (`a`). */
  const mixed = (lines: string, text = 'Müller Jürgen') =>
    Buffer.concat([
      Buffer.from('Name\r\n'),
      ...[...lines].map((kind) => Buffer.from(`${kind === 'a' ? 'Ada' : text}\r\n`, kind === 'w' ? 'latin1' : 'utf-8')),
    ])
  const warningsOf = async (bytes: Buffer, encoding?: string, chunk?: number) =>
    (await openTable(sourceOf(bytes, chunk), { encoding })).warnings

  test('warns of lines in UTF-8 in a file of Windows, with the first of them', async () => {
    const [one] = await warningsOf(mixed('awaauw'))
    expect(one).toMatchObject({
      Line: 6,
      Message: expect.stringContaining('Line 6 is in UTF-8, but the file is read as w'),
    })
    const [more] = await warningsOf(mixed('uauwww'), undefined, 1)
    expect(more?.Message).toMatch(/^2 lines, the first of them line 2, are in UTF-8/)
    const both = Buffer.concat([Buffer.from('Name,City\nJürgen,'), Buffer.from('Köln\n', 'latin1')])
    expect(await warningsOf(both), 'within a line').toMatchObject([{ Line: 2 }])
    expect(await warningsOf(mixed('auu'), 'windows-1252'), 'an encoding that was chosen').toMatchObject([{ Line: 3 }])
  })

  test('warns of lines that are not in UTF-8 in a file that is read as UTF-8', async () => {
    const marked = Buffer.concat([Buffer.from('\ufeff'), mixed('uwaw')])
    expect(await warningsOf(marked)).toMatchObject([
      { Line: 3, Message: expect.stringMatching(/^2 lines, .* not in UTF-8/) },
    ])
    expect(await warningsOf(mixed('uw').subarray(0, -3), 'UTF8'), 'at the end of the file').toMatchObject([{ Line: 3 }])
  })

  test('reads a file as UTF-8 if most of its lines are, and warns of the others', async () => {
    const { table, rows } = await readAll(mixed(`${'u'.repeat(200)}aw`))
    expect([table.encoding, rows[1]]).toEqual(['utf-8', ['Müller Jürgen']])
    expect(table.warnings).toMatchObject([{ Line: 203, Message: expect.stringContaining('Line 203 is not in UTF-8') }])
    expect((await readAll(mixed('uw'))).table.encoding, 'as many: nothing is lost').toBe('windows-1252')
    // Half of a surrogate pair: no character of UTF-8, although its bytes look like one.
    const half = Buffer.concat([mixed('uu'), Buffer.from([0xed, 0xa0, 0xbd]), Buffer.from('\n')])
    expect((await readAll(half)).table).toMatchObject({ encoding: 'utf-8', warnings: [{ Line: 4 }] })
  })

  test('counts lines with a single letter that western languages do not have', async () => {
    const names = Buffer.from(`Name;City\n${'Jan;Škoda\n'.repeat(300)}`)
    const { table, rows } = await readAll(Buffer.concat([names, Buffer.from('Åsa;Lind\n', 'latin1')]))
    expect([table.encoding, rows[1]]).toEqual(['utf-8', ['Jan', 'Škoda']])
    expect(table.warnings).toMatchObject([{ Line: 302 }])
    const most = (utf8: string) => Buffer.concat([mixed('wwwwa'), Buffer.from(utf8)])
    expect(await warningsOf(most('Škoda\nČapek\nHašek\nDvořák\n'))).toMatchObject([
      { Line: 7, Message: expect.stringMatching(/^4 lines, the first of them line 7, are in UTF-8/) },
    ])
    expect(await warningsOf(most('Škoda\n')), 'one can be two letters of Windows').toEqual([])
    const brands = await readAll(Buffer.from(`Name\nMüller\n${'NESCAFÉ®\n'.repeat(9)}`, 'latin1'))
    expect([brands.table.encoding, brands.table.warnings]).toEqual(['windows-1252', []])
  })

  test.each(Object.keys(ENCODINGS))('warns of nothing in a file in %s', async (name) => {
    for (const text of ['Name\nMüller “NESCAFÉ®”\nÅsa Ä\n', 'Name\rÉ®\r']) {
      const bytes = ENCODINGS[name]?.(text.replaceAll(/[“”]/g, name === 'windows-1252' ? '"' : '$&')) ?? Buffer.alloc(0)
      expect(await warningsOf(bytes, undefined, 3), text).toEqual([])
    }
  })

  test('follows the line by which Excel declares the delimiter, and skips empty rows', async () => {
    const { table, rows } = await readAll(Buffer.from('sep=|\r\nName,First|City\r\n\r\n||\r\nByron|London\r\n'))
    expect([table.delimiter, rows]).toEqual([
      '|',
      [
        ['Name,First', 'City'],
        ['Byron', 'London'],
      ],
    ])
  })

  test.each([
    ['more commas than semicolons in a header', 'Vorname;Nachname, Titel, Zusatz, Anrede\nAda;Byron\nBo;Lind\n', ';'],
    ['commas in the headers and as many in a row', 'First name|a,b,c|x\nAda|d,e,f|y\nBo|g,h,i|z\n', '|'],
    ['quotes with delimiters', '"First name","Last; name; all; of; it"\n"Ada","Byron;"\n', ','],
    ['rows that are too short', 'First name,Last name,City\nAda\nBo,Lind\n', ','],
    ['one row', 'First name;Last name\n', ';'],
  ])('finds the delimiter that splits all lines alike: %s', async (_what, text, delimiter) => {
    expect((await readAll(Buffer.from(text))).table.delimiter).toBe(delimiter)
  })

  test('numbers rows by the line of their start', async () => {
    const table = await openTable(sourceOf(Buffer.from('A,B\n"one\ntwo",x\n\nlast,y\n')), {})
    const lines: number[] = []
    for await (const { line } of table.rows()) lines.push(line)
    expect(lines).toEqual([1, 2, 5])
  })

  test('numbers rows by the line of their start whatever ends the lines, also within cells', async () => {
    const lineBreak = fc.constantFrom('\n', '\r\n', '\r')
    const cell = fc.array(fc.oneof(fc.constantFrom('Flat 2', 'a', '""', ';'), lineBreak), { maxLength: 6 })
    const row = fc.tuple(cell, lineBreak, fc.boolean())
    const property = fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      async (body, chunk) => {
        let text = 'Name;Note\r\n'
        const expected = [1]
        for (const [parts, end, isEmpty] of body) {
          // The plain counter: a carriage return followed by a line feed is one line break.
          expected.push(text.split(/\r\n|\r|\n/).length)
          // The space keeps a carriage return of one row from becoming a line break with the line feed of the next.
          text += `x;"${parts.join('.')}"${end}${isEmpty ? ` ${end}` : ''}`
        }
        const lines: number[] = []
        for await (const { line } of (await openTable(sourceOf(Buffer.from(text), chunk), {})).rows()) lines.push(line)
        expect(lines).toEqual(expected)
      },
    )
    await fc.assert(property, { numRuns: 300 })
  })

  test.each([
    ['Windows', '\r\n'],
    ['Unix', '\n'],
    ['an old Mac', '\r'],
  ])('names the line of a fault after cells with line breaks of %s', async (_what, end) => {
    const row = `Ann,"1 Road${end}Flat 2${end}Town"${end}`
    const text = `Name,Address${end}${row.repeat(10)}Bob,5 "Road" 7${end}`
    await expect(readAll(Buffer.from(text))).rejects.toThrow('Line 32 has a quote within a cell.')
    const open = `Name,Address${end}${row.repeat(10)}Bob,"5 Road${end}`
    await expect(readAll(Buffer.from(open))).rejects.toThrow('The row of line 32 has a quote that is not closed.')
  })
})
