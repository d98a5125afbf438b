import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '#kernel/errors/problem'
import { COMPARISONS, type Filter, type Literal, printFilter, TEXT_TESTS } from '#kernel/listing/filter'
import { FILTER_LIMITS, parseFilter } from '#kernel/listing/filter-parser'
import { runs } from '#test/support/runner/runs'

const KEYWORDS = /^(and|or|not|in|true|false|null)$/i
const field = fc.stringMatching(/^[A-Za-z_]\w{0,12}$/).filter((name) => !KEYWORDS.test(name))
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const literal: fc.Arbitrary<Literal> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => ({ kind: 'text', text }) as const),
  fc.integer().map((number) => ({ kind: 'number', text: String(number) }) as const),
  fc.tuple(fc.integer(), fc.nat(99)).map(([whole, part]) => ({ kind: 'number', text: `${whole}.${part}` }) as const),
  fc.boolean().map((value) => ({ kind: 'boolean', value }) as const),
  fc.constant({ kind: 'null' } as const),
  day.map((text) => ({ kind: 'date', text: text.slice(0, 10) }) as const),
  day.map((text) => ({ kind: 'instant', text }) as const),
)
const { filter } = fc.letrec<{ filter: Filter; leaf: Filter }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ op: fc.constantFrom(...COMPARISONS), field, value: literal }),
    fc.record({ op: fc.constant('in' as const), field, values: fc.array(literal, { minLength: 1, maxLength: 4 }) }),
    fc.record({ op: fc.constantFrom(...TEXT_TESTS), field, text: fc.string({ maxLength: 20 }) }),
  ),
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('leaf'),
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }) as fc.Arbitrary<Filter>,
    fc.record({ op: fc.constant('not' as const), part: tie('filter') }),
  ),
}))

describe('parseFilter', () => {
  test('parses a printed filter into the same filter', () => {
    fc.assert(
      fc.property(filter, (made) => {
        const text = printFilter(made)
        fc.pre(text.length <= FILTER_LIMITS.length)
        expect(parseFilter(text, 'query:$filter')).toEqual(made)
      }),
      { numRuns: runs(1000) },
    )
  })

  test('parses any text or rejects it with 400 and its pointer', () => {
    const pieces = fc.constantFrom(
      ...[
        'and',
        'or',
        'not',
        'in',
        '(',
        ')',
        ',',
        "'",
        "'x'",
        'eq',
        'Name',
        '1',
        '-',
        '.5',
        '2026-02-30',
        'null',
        '\0',
      ],
      ...['contains(', ' ', '2026-01-01T10:00', '99999999999999999999999', '\u{1f600}', '\ud800', "''"],
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 60 }).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(text, (sent) => {
        try {
          parseFilter(sent, 'query:$filter')
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
          expect((error as Problem).status).toBe(400)
          expect((error as Problem).errors[0]?.pointer).toBe('query:$filter')
        }
      }),
      { numRuns: runs(3000) },
    )
  })

  test.each([
    ['Name eq', 'at character 8: expected a value'],
    ["Name eq 'O", 'at character 9: the text that starts here is not closed'],
    ['Name like 1', 'at character 6: expected eq, ne, gt'],
    ['Name eq 1 Name eq 2', 'at character 11: expected and, or, or the end'],
    ["startwith(Name, 'x')", 'at character 1: expected contains, startswith or endswith'],
    [`${'('.repeat(17)}A eq 1${')'.repeat(17)}`, 'nested deeper than 16 levels'],
    [`${'not '.repeat(400)}A eq 1`, 'nested deeper than 16 levels'],
    [Array.from({ length: 51 }, () => 'A eq 1').join(' or '), 'more than 50 tests'],
    [`A in (${Array.from({ length: 201 }, () => '1').join(',')})`, 'more than 200 values'],
    ['x'.repeat(2001), 'must not be longer than 2000 characters'],
  ])('reports the position of a fault: %s', (text, message) => {
    expect(() => parseFilter(text, '/Filter')).toThrow(
      expect.objectContaining({ errors: [{ pointer: '/Filter', message: expect.stringContaining(message) }] }),
    )
  })

  test('binds not before and, and before or, case-insensitive', () => {
    expect(printFilter(parseFilter('NOT A eq 1 and B EQ 2 Or C eq 3', 'x'))).toBe('(not (A eq 1) and B eq 2) or C eq 3')
  })
})
