import { describe, expect, test } from 'vitest'
import { parsePhone, parseWebsite } from '#areas/people/contacts/contacts.input'
import type { Source } from '#areas/people/imports/tables/source.model'
import { openTable } from '#areas/people/imports/tables/tables.input'
import { parseRule } from '#areas/work/calendars/occurrences/recurrence-rule.model'
import { parseJson } from '#kernel/http/json-body'
import { parseFilter } from '#kernel/listing/filter-parser'
import { isMailAddress, oneLine } from '#kernel/text/mail-address'
import { ownProcessorTime } from '#kernel/threads/processor-time'
import { isDate } from '#kernel/time/written-date'
import { parseImage } from '#services/documents/pdf/image'
import { cleanDocument, cleanHtml } from '#services/html/clean-html'
import { nestsTooDeep } from '#services/html/nested-tags'
import { checkLiquid } from '#services/templates/liquid'
import { jpegImage, pngImage } from '#test/support/files/odd-images'
import { textSheet, workbookOf } from '#test/support/files/workbook'

// The processor time of each reader of input grows with the size of the input, not with its square: an input that is eight
// times as long may take 24 times as long, and times that the clock can hardly measure do not count.

const TIMES = 8
const MAX_GROWTH = 24
/** Processor time is counted in steps of 10 ms, so that less than two of them says nothing. */
const LEAST_MS = 20

type Make = (length: number) => string

const repeated =
  (text: string, before = '', after = ''): Make =>
  (length) =>
    `${before}${text.repeat(Math.ceil(length / text.length))}${after}`

const sourceOf = (name: string, bytes: Buffer): Source => ({
  name,
  size: bytes.length,
  open: async function* ({ first, last } = { first: 0, last: bytes.length - 1 }) {
    yield bytes.subarray(first, last + 1)
  },
})

const readTable = async (source: Source): Promise<void> => {
  const table = await openTable(source, {})
  for await (const { fields } of table.rows()) expect(fields).toBeDefined()
}

/** HTML is refused before it is parsed if its tags nest too deep. */
const html = (clean: (text: string) => string) => (text: string) => (nestsTooDeep(text) ? '' : clean(text))

const TAGS: Record<string, Make> = {
  'nested tags': repeated('<a>'),
  'nested blocks': repeated('<div>'),
  'nested tables': repeated('<table><tr><td>'),
  items: repeated('<li>'),
  paragraphs: repeated('<p>'),
  ends: repeated('</p>'),
  'signs of tags': repeated('<'),
  attributes: repeated('a="b" ', '<a ', '>'),
  'an open attribute': repeated('a', '<a b="'),
  comments: repeated('<!--'),
  sections: repeated('<![CDATA['),
  entities: repeated('&#'),
  'an address': repeated('j\t', '<a href="', '">'),
  styles: repeated('a:b;', '<p style="', '">x'),
  'a color': repeated(' ', '<p style="color:', '">x'),
  scripts: repeated('<script>'),
}

const TEMPLATES: Record<string, Make> = {
  'open marks': repeated('{%'),
  'open values': repeated('{{'),
  conditions: repeated('{% if a %}'),
  loops: repeated('{% for a in b %}'),
  'raw texts': repeated('{% raw %}'),
  filters: repeated('|upcase', '{{ a ', ' }}'),
  properties: repeated('.a', '{{ a', ' }}'),
  brackets: repeated('[', '{{ a', ' }}'),
  operators: repeated('and a ', '{% if a ', '%}{% endif %}'),
  quotes: repeated('"', '{{ ', ' }}'),
  spaces: repeated(' ', '{{ '),
}

const CSV: Record<string, Make> = {
  quotes: repeated('"'),
  commas: repeated(','),
  lines: repeated('\n'),
  'quotes in text': repeated('a"b'),
  'quoted cells': repeated('"",'),
  delimiters: repeated(';\t|,'),
  returns: repeated('\r'),
  'one text': repeated('a'),
  days: repeated('1/2/2003\n'),
  'open quotes': repeated('a,"b\n'),
}

const SHEETS: Record<string, Make> = {
  rows: repeated('<row r="1"><c t="str"><v>A</v></c></row>', '<sheetData>', '</sheetData>'),
  'nested elements': repeated('<a>', '<sheetData>'),
  attributes: repeated('a="" ', '<sheetData><row ', '/></sheetData>'),
  entities: repeated('&amp;', '<sheetData><row><c t="str"><v>', '</v></c></row></sheetData>'),
  comments: repeated('<!-- -->', '<sheetData>', '</sheetData>'),
}

const LINES: Record<string, Make> = {
  digits: repeated('1'),
  'digits and spaces': repeated('1 '),
  dots: repeated('a.'),
  signs: repeated('a@'),
  colons: repeated('http:'),
  spaces: repeated(' '),
  fractions: repeated('0', '2026-01-01T00:00:00.'),
}

const FILTERS: Record<string, Make> = {
  parentheses: repeated('('),
  negations: repeated('not '),
  comparisons: repeated('A eq 1 and '),
  values: repeated('1,', 'A in ('),
  quotes: repeated("'"),
}

const RULES: Record<string, Make> = {
  days: repeated('MO,', 'FREQ=DAILY;BYDAY='),
  parts: repeated('FREQ=DAILY;'),
  signs: repeated(';'),
}

const JSONS: Record<string, Make> = {
  'nested lists': repeated('['),
  'nested objects': repeated('{"a":'),
  'open texts': repeated('"\\'),
  'escaped quotes': repeated('\\"', '"', '"'),
  'removed names': repeated('"__proto__":{},', '{', '"a":1}'),
  'characters that cannot be stored': repeated('\\u0000', '["', '"]'),
  'halves of characters': repeated('\\ud800', '["', '"]'),
  numbers: repeated('1'),
  spaces: repeated(' '),
}

const IMAGES: Record<string, Make> = {
  'many chunks': (length) => pngImage(1, 1, { chunks: length / 12 }),
  'compressed zeros': (length) => pngImage(1, 1, { zeros: length * 100 }),
  'interlaced zeros': (length) => pngImage(1, 1, { zeros: length * 100, isInterlaced: true }),
  'a second header': (length) => pngImage(1, 1, { second: length / 100 }),
  segments: (length) => jpegImage(length / 4),
}

const READERS: [string, number, Record<string, Make>, (text: string) => unknown][] = [
  ['HTML', 200_000, TAGS, html(cleanHtml)],
  ['HTML of documents', 200_000, TAGS, html(cleanDocument)],
  ['templates', 200_000, TEMPLATES, (text) => checkLiquid('Html', text, 'html')],
  ['CSV', 1_000_000, CSV, (text) => readTable(sourceOf('a.csv', Buffer.from(text)))],
  ['workbooks', 1_000_000, SHEETS, (text) => readTable(sourceOf('a.xlsx', workbookOf({ sheets: { A: text } })))],
  [
    'shared texts of workbooks',
    1_000_000,
    { 'nested elements': repeated('<a>'), texts: repeated('<si><t>a</t></si>', '<sst>', '</sst>') },
    (text) => {
      const sheets = { A: textSheet([['Last name'], ['Byron']]) }
      return readTable(
        sourceOf('a.xlsx', workbookOf({ sheets, others: [{ name: 'xl/sharedStrings.xml', content: text }] })),
      )
    },
  ],
  ['filters', 64_000, FILTERS, (text) => parseFilter(text, '/Filter')],
  ['rules of series', 64_000, RULES, (text) => parseRule(text, 'UTC')],
  ['phone numbers', 200_000, LINES, (text) => parsePhone(text, 'US')],
  ['web addresses', 200_000, LINES, parseWebsite],
  ['mail addresses', 200_000, LINES, (text) => [isMailAddress(text), oneLine(text)]],
  ['days', 200_000, LINES, isDate],
  ['JSON', 1_000_000, JSONS, parseJson],
  ['images of documents', 1_000_000, IMAGES, parseImage],
]

/** The processor time in milliseconds. An input that is refused is read too. */
const costOf = async (read: (text: string) => unknown, text: string): Promise<number> => {
  const before = ownProcessorTime()
  await Promise.resolve()
    .then(() => read(text))
    .catch((error) => expect(error).not.toBeInstanceOf(RangeError))
  return ownProcessorTime() - before
}

describe.each(READERS)('the time to read %s grows with the size', (_what, length, inputs, read) => {
  test.each(Object.entries(inputs))('of %s', async (_kind, make) => {
    const [short, long] = [make(length / TIMES), make(length)]
    await costOf(read, short)
    const ofShort = await costOf(read, short)
    const ofLong = await costOf(read, long)
    expect(ofLong).toBeLessThanOrEqual(Math.max(ofShort, LEAST_MS) * MAX_GROWTH)
  })
})
