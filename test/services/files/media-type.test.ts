import { expect, test } from 'vitest'
import { findMediaType, HEAD_BYTES, isShown, sentType } from '#services/files/media-type'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const PDF = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n')

test.each<[string, string | Buffer, string]>([
  ['a picture', PNG, 'image/png'],
  ['a PDF', PDF, 'application/pdf'],
  ['plain text', 'Name;Amount\nÉmile;4', 'text/plain'],
  ['text of nothing but markup signs', '< 5 and > 3', 'text/plain'],
  ['a page', '<!DOCTYPE html><title>x</title>', 'text/html'],
  ['a page after a comment', '\ufeff <!-- x -->\n<HTML>', 'text/html'],
  ['a script', '<script>alert(1)</script>', 'text/html'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
  [
    'a drawing after a prologue',
    '<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg PUBLIC "x">\n<svg:svg/>',
    'image/svg+xml',
  ],
  ['XML', '<?xml version="1.0"?><note/>', 'application/xml'],
  ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'text/html'],
  [
    'XML whose first element has the name of one of HTML',
    '<?xml version="1.0"?><title><a/></title>',
    'application/xml',
  ],
  ['text as spreadsheets save it', Buffer.from('\ufeffName;Amount\nÉmile;4', 'utf16le'), 'text/plain'],
  ['the same with the other byte order', Buffer.from('\ufeffName;Amount', 'utf16le').swap16(), 'text/plain'],
  ['a page in UTF-16', Buffer.from('\ufeff<html><script>alert(1)</script>', 'utf16le'), 'text/html'],
  ['bytes after a byte order mark', Buffer.from('fffe00000100', 'hex'), 'audio/mpeg'],
  ['bytes', Buffer.from([1, 2, 3, 0]), 'application/octet-stream'],
  ['a broken archive', Buffer.from('504b0304ffffffffffffffffffffffffffffffff', 'hex'), 'application/zip'],
])('finds the type of %s', async (_name, content, type) => {
  expect(await findMediaType(Buffer.from(content as string))).toBe(type)
})

test('finds text whose head ends within a character', async () => {
  for (const before of ['', 'a', 'ab', 'abc'])
    expect(await findMediaType(Buffer.from(before + '€'.repeat(HEAD_BYTES)).subarray(0, HEAD_BYTES))).toBe('text/plain')
})

test('sends active content as an unknown type and never shows it', () => {
  for (const type of [
    'text/html',
    'image/svg+xml',
    'application/xml',
    'text/javascript',
    'application/x-shockwave-flash',
  ])
    expect([sentType(type), isShown(type)], type).toEqual(['application/octet-stream', false])
  expect(sentType('image/png')).toBe('image/png')
  expect(isShown('application/pdf')).toBe(true)
  expect(isShown('text/plain')).toBe(false)
})
