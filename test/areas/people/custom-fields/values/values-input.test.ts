import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import type { Field } from '#areas/people/custom-fields/values/field.model'
import { printValue } from '#areas/people/custom-fields/values/stored-values.model'
import { parseValue } from '#areas/people/custom-fields/values/values.input'
import { fold } from '#kernel/text/fold'
import { runs } from '#test/support/runner/runs'

const countries = [
  { id: 4, alpha2: 'AF', name: 'Afghanistan' },
  { id: 248, alpha2: 'AX', name: 'Åland Islands' },
  { id: 752, alpha2: 'SE', name: 'Sweden' },
]
const choices = [
  { id: 31, name: 'Small', displayOrder: 3, isActive: true, isDefault: false },
  { id: 32, name: 'Large', displayOrder: 1, isActive: true, isDefault: false },
  { id: 33, name: 'Medium', displayOrder: 20, isActive: false, isDefault: false },
]
const field = (dataTypeId: number, more: Partial<Field> = {}): Field => ({
  id: 1,
  objectTypeId: 2,
  name: 'Probe',
  displayName: 'Probe',
  dataTypeId,
  dataSize: null,
  scaleMinimum: dataTypeId === DATA_TYPE.scale ? 1 : null,
  scaleMaximum: dataTypeId === DATA_TYPE.scale ? 10 : null,
  externalDataSource: null,
  isRequired: false,
  isForOtherType: false,
  choices,
  shownFor: [],
  ...more,
})
const read = (of: Field, text: string) => parseValue(of, text, { countries, timeZone: 'America/New_York' })
const rowsOf = (of: Field, text: string) => {
  const found = read(of, text)
  if ('fault' in found) throw new Error(`${text}: ${found.fault}`)
  return found.rows
}
const keyOf = (of: Field, text: string) => rowsOf(of, text)[0]?.sortKey ?? ''
const bytewise = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))

const likely = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer().map(String),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.webUrl(),
  fc.constantFrom('true', 'FALSE', '31', '32', '[31, 32]', '[]', '752', '04', '-0', '1.50', '00012', '2026-02-30'),
)

describe('parseValue', () => {
  test.each(Object.entries(DATA_TYPE))('rejects any text as %s, or prints it unchanged', (_, type) => {
    fc.assert(
      fc.property(likely, (text) => {
        const found = read(field(type), text)
        if ('fault' in found) {
          expect(found.fault).not.toBe('')
          return
        }
        const shown = printValue(field(type), found.rows) ?? ''
        expect(printValue(field(type), rowsOf(field(type), shown))).toBe(shown)
        if ([1, 5, 6, 8, 11].includes(type)) expect(shown).toBe(text)
        for (const { sortKey } of found.rows) expect(Buffer.byteLength(sortKey)).toBeLessThan(2000)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('sort keys have the order of values', () => {
  const inOrder = <T>(
    type: number,
    values: fc.Arbitrary<T>,
    write: (value: T) => string,
    order: (a: T, b: T) => number,
  ) =>
    fc.assert(
      fc.property(values, values, (a, b) => {
        const of = field(type, type === DATA_TYPE.number ? { dataSize: 6 } : {})
        const keys = bytewise(keyOf(of, write(a)), keyOf(of, write(b)))
        expect(keys).toBe(Math.sign(order(a, b)))
      }),
      { numRuns: runs(1000) },
    )
  const whole = fc.integer({ min: -2_147_483_647 })
  const difference = (a: number, b: number) => a - b

  test('for whole numbers, including negative numbers', () => inOrder(DATA_TYPE.integer, whole, String, difference))

  test('for decimals', () => {
    const millionths = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    const write = (n: bigint) => {
      const digits = String(n < 0n ? -n : n).padStart(7, '0')
      return `${n < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
    }
    inOrder(DATA_TYPE.number, millionths, write, (a, b) => (a < b ? -1 : a > b ? 1 : 0))
  })

  test('for money', () => inOrder(DATA_TYPE.money, whole, (cents) => (cents / 100).toFixed(2), difference))
  test('for dates', () => {
    const days = fc.integer({ min: -719_162, max: 2_932_896 })
    inOrder(DATA_TYPE.date, days, (day) => new Date(day * 86_400_000).toISOString().slice(0, 10), difference)
  })
  test('for yes and no, and for scales', () => {
    inOrder(DATA_TYPE.yesNo, fc.boolean(), String, (a, b) => Number(a) - Number(b))
    inOrder(DATA_TYPE.scale, fc.integer({ min: 1, max: 10 }), String, difference)
  })
  test('for texts, ignoring case and accents', () => {
    const words = fc
      .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
      .filter((text) => text.trim() !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text))
    inOrder(
      DATA_TYPE.text,
      words,
      (text) => text,
      (a, b) => bytewise(fold(a), fold(b)),
    )
    expect(keyOf(field(1), 'Ärger')).toBe(keyOf(field(1), 'arger'))
  })
  test('for countries by name, for choices by display order', () => {
    const byKey = (type: number, texts: string[]) =>
      [...texts].sort((a, b) => bytewise(keyOf(field(type), a), keyOf(field(type), b)))
    expect(byKey(DATA_TYPE.country, ['752', '4', '248'])).toEqual(['4', '248', '752'])
    expect(byKey(DATA_TYPE.select, ['31', '32', '33'])).toEqual(['32', '31', '33'])
  })
})

describe('limits of values', () => {
  test.each<[keyof typeof DATA_TYPE, Partial<Field>, string, boolean]>([
    ['text', {}, 'x'.repeat(255), true],
    ['text', {}, 'x'.repeat(256), false],
    ['text', { dataSize: 300 }, '🙂'.repeat(300), true],
    ['text', {}, 'two\nlines', false],
    ['text', {}, '   ', false],
    ['longText', {}, 'two\nlines', true],
    ['longText', { dataSize: 3 }, 'four', false],
    ['integer', {}, '2147483648', false],
    ['integer', {}, '-2147483648', true],
    ['integer', {}, '-2147483649', false],
    ['integer', {}, '1.0', true],
    ['integer', {}, '1.5', false],
    ['integer', {}, '1,000', false],
    ['number', {}, '0.125', false],
    ['number', { dataSize: 3 }, '0.125', true],
    ['number', { dataSize: 0 }, '1.5', false],
    ['number', {}, '1e3', false],
    ['money', {}, '999999999999.99', true],
    ['money', {}, '1000000000000', false],
    ['money', {}, '1.005', false],
    ['date', {}, '2024-02-29', true],
    ['date', {}, '2023-02-29', false],
    ['date', {}, '0000-01-01', false],
    ['yesNo', {}, 'yes', false],
    ['country', {}, '999', false],
    ['file', {}, '1', true],
    ['file', {}, 'cv.pdf', false],
    ['link', {}, 'javascript:alert(1)', false],
    ['link', {}, 'https://user:secret@example.org', false],
    ['link', {}, 'https://example.org/a?b=c#d', true],
    ['contact', {}, '2147483648', false],
    ['select', {}, '34', false],
    ['multiSelect', {}, '[31, 34]', false],
    ['multiSelect', {}, '["32", 31]', true],
    ['multiSelect', {}, '{"a":1}', false],
    ['multiSelect', {}, '[[31]]', false],
    ['scale', {}, '0', false],
    ['scale', {}, '11', false],
    ['select', { externalDataSource: 'stateprovinces' }, '1', false],
  ])('%s %j accepts %s: %s', (type, more, text, isAccepted) => {
    expect('rows' in read(field(DATA_TYPE[type], more), text)).toBe(isAccepted)
  })
})
