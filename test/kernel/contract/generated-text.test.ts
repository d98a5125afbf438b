import { describe, expect, it } from 'vitest'
import { print, text } from '#scripts/contract/code'

describe('generated text', () => {
  it('quotes strings so that they read back the same', () => {
    for (const value of ["it's", 'a "quote"', '\\"', 'line\nbreak', '\u2028']) {
      expect(new Function(`return ${text(value)}`)()).toBe(value)
    }
  })

  it('breaks lines that are too long', () => {
    const long = text('x'.repeat(60))
    expect(print({ items: [long, long] })).toBe(`[\n  ${long},\n  ${long},\n]`)
    expect(
      print({
        call: 'f',
        args: [
          {
            entries: [
              ['a', long],
              ['b', long],
            ],
          },
        ],
      }),
    ).toBe(`f({\n  a: ${long},\n  b: ${long},\n})`)
  })
})
