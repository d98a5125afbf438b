import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import { isJsonObject, type Json } from '#kernel/contract/json'
import { attachment, cleanFileName, dispositionOf } from '#kernel/http/file-name'
import { runs } from '#test/support/runner/runs'

test.each([
  ['Welcome', 'attachment; filename="Welcome.csv"'],
  ['../../etc/passwd', 'attachment; filename="etc passwd.csv"'],
  ['a"; filename="b.exe\r\nX: y', 'attachment; filename="a ; filename= b.exe X y.csv"'],
  ['Über', `attachment; filename="Uber.csv"; filename*=UTF-8''%C3%9Cber.csv`],
  ["会員(1)'s", `attachment; filename="__(1)'s.csv"; filename*=UTF-8''%E4%BC%9A%E5%93%A1%281%29%27s.csv`],
  ['\u202e', 'attachment; filename="download.csv"'],
  ['\u{1e8d0}', `attachment; filename="__.csv"; filename*=UTF-8''%F0%9E%A3%90.csv`],
])('the file of %j is %s', (name, header) => {
  expect(attachment(name, 'csv').replaceAll('  ', ' ')).toBe(header)
})

test.each([
  ['C:\\fakepath\\photo.jpg', 'photo.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['..', ''],
  ['.htaccess', 'htaccess'],
  ['a\r\nSet-Cookie: x=1', 'a Set-Cookie x=1'],
  ['gpj.\u202eexe', 'gpj. exe'],
  ['\ud800', '\ufffd'],
  [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(116)}.pdf`],
])('the sent name %j becomes %j', (sent, name) => {
  expect(cleanFileName(sent)).toBe(name)
})

/** Names as attackers send them: pieces of paths, headers, encodings and any Unicode. */
const hostileName = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '../',
        '..\\',
        '/',
        '%2e%2e%2f',
        '\0',
        '\r\n',
        '\n',
        '"',
        '\\"',
        ';',
        "'",
        "*=UTF-8''",
        'C:',
        '~',
      ),
      fc.constantFrom(
        '.html',
        '.svg',
        '<script>',
        'Set-Cookie: a=b',
        'filename=',
        '\u202e',
        '\u2028',
        '\ud800',
        '\u00a0',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

/** RFC 6266 with the forms of RFC 8187: nothing else can be in the header. */
const DISPOSITION =
  /^(?:attachment|inline); filename="[ !#-[\]-~]{1,200}"(?:; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+)?$/

test('no name leaves its folder or its header', () => {
  fc.assert(
    fc.property(hostileName, (sent) => {
      const name = cleanFileName(sent)
      expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Cf}]|^\.|^\s|[.\s]$/u)
      expect([...name].length).toBeLessThanOrEqual(120)
      expect(cleanFileName(name)).toBe(name)
      for (const kind of ['attachment', 'inline'] as const) expect(dispositionOf(kind, sent)).toMatch(DISPOSITION)
    }),
    { numRuns: runs(10_000) },
  )
})

/** Media types that are shown, not saved. */
const SHOWN = /json|text\/html|^image\//
const successOf = (responses: Json | undefined) => (isJsonObject(responses) ? responses['200'] : undefined)

test('every operation of the contract that returns a file documents its name', () => {
  const downloads = [...operationCatalogue.values()].flatMap(({ operationId, document }) => {
    const success = successOf(document.responses)
    if (!isJsonObject(success) || !isJsonObject(success.content)) return []
    const isFile = Object.keys(success.content).some((type) => !SHOWN.test(type))
    const isNamed = isJsonObject(success.headers) && 'Content-Disposition' in success.headers
    return isFile ? [{ operationId, isNamed }] : []
  })
  expect(downloads.length).toBeGreaterThan(4)
  expect(downloads.filter(({ isNamed }) => !isNamed)).toEqual([])
})
