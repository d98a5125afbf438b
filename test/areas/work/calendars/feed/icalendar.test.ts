import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { escapeText, foldLine, writeLines } from '#areas/work/calendars/feed/icalendar.model'

test('what has a meaning in texts is escaped', () => {
  expect(escapeText('a\\b;c,d\ne\r\nf\rg\u0007h')).toBe('a\\\\b\\;c\\,d\\ne\\nf\\ng h')
})

test('lines are 75 octets at most and part no character', () => {
  const line = `SUMMARY:${'é𝄞x'.repeat(60)}`
  const pieces = foldLine(line).split('\r\n')
  expect(pieces.length).toBeGreaterThan(5)
  for (const piece of pieces) {
    expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75)
    expect(piece.isWellFormed()).toBe(true)
  }
  expect(pieces.map((piece, index) => (index === 0 ? piece : piece.slice(1))).join('')).toBe(line)
})

test('any text comes back from an independent parser as it was, line breaks as \\n', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (value) => {
      fc.pre(!/(?!\n)\p{Cc}/u.test(value))
      const written = writeLines(['BEGIN:VEVENT', `SUMMARY:${escapeText(value)}`, 'END:VEVENT'])
      const event = new ICAL.Component(ICAL.parse(written) as never)
      expect(event.getFirstPropertyValue('summary')).toBe(value)
    }),
  )
})
