import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { escapeText, foldLine, writeLines } from '#areas/work/calendars/feed/icalendar.model'

test('escapeText escapes the characters with a meaning in texts', () => {
  expect(escapeText('a\\b;c,d\ne\r\nf\rg\u0007h')).toBe('a\\\\b\\;c\\,d\\ne\\nf\\ng h')
})

test('foldLine splits lines after at most 75 octets and never within a character', () => {
  const line = `SUMMARY:${'é𝄞x'.repeat(60)}`
  const pieces = foldLine(line).split('\r\n')
  expect(pieces.length).toBeGreaterThan(5)
  for (const piece of pieces) {
    expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75)
    expect(piece.isWellFormed()).toBe(true)
  }
  expect(pieces.map((piece, index) => (index === 0 ? piece : piece.slice(1))).join('')).toBe(line)
})

test('an independent parser reads any text back unchanged, line breaks as \\n', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (value) => {
      fc.pre(!/(?!\n)\p{Cc}/u.test(value))
      const written = writeLines(['BEGIN:VEVENT', `SUMMARY:${escapeText(value)}`, 'END:VEVENT'])
      const event = new ICAL.Component(ICAL.parse(written) as never)
      expect(event.getFirstPropertyValue('summary')).toBe(value)
    }),
  )
})
