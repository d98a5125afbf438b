import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CONTROLS } from '#kernel/text/controls'
import { isPlainLine, isVisible, oneLine } from '#kernel/text/one-line'

it('calls a text plain only if nothing of it has to be normalized', () => {
  const texts = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.stringMatching(/^[ a\t~!é\u200b]*$/))
  fc.assert(
    fc.property(texts, (text) => {
      if (!isPlainLine(text)) return
      expect(isVisible(text)).toBe(true)
      expect(CONTROLS.test(text)).toBe(false)
      expect(text.trim().replace(/\s+/g, ' ')).toBe(text)
    }),
    { numRuns: 1000 },
  )
})

it.each([
  ['Ada Lovelace', true],
  ['Ada  Lovelace', false],
  [' Ada', false],
  ['Ada\u00a0Lovelace', false],
  ['Zoë', false],
  ['', false],
])('%j: %s', (text, isPlain) => expect(isPlainLine(text)).toBe(isPlain))

it('joins white space', () => expect(oneLine(' Ada \t Lovelace\n')).toBe('Ada Lovelace'))
