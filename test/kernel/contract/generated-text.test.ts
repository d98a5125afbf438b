import { describe, expect, it } from 'vitest'
import { print, text } from '#scripts/contract/code'
import { jsonText } from '#scripts/contract/json-text'

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
    expect(print({ call: 'f', args: [{ items: ['1', '2'] }, { entries: [['a', text('x'.repeat(110))]] }] })).toBe(
      `f([1, 2], {\n  a: ${text('x'.repeat(110))},\n})`,
    )
  })

  it('writes short values of JSON on one line, and reads back the same', () => {
    const long = 'x'.repeat(90)
    const value = { a: [1, null, 'b'], c: { $ref: '#/d' }, e: [], f: {}, g: { h: { i: {} } }, j: [long, { k: long }] }
    expect(jsonText(value)).toBe(`{
  "a": [1, null, "b"],
  "c": { "$ref": "#/d" },
  "e": [],
  "f": {},
  "g": {
    "h": { "i": {} }
  },
  "j": [
    "${long}",
    {
      "k": "${long}"
    }
  ]
}
`)
    expect(JSON.parse(jsonText(value))).toEqual(value)
  })
})
