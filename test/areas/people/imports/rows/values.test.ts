import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitLines, splitMailchimp } from '#areas/people/imports/rows/addresses.model'
import { type DateOrder, DateOrders } from '#areas/people/imports/rows/date-orders.model'
import { findDateOrder, makeDateReader } from '#areas/people/imports/rows/dates.model'
import { makeNumberReader, readFlag, readList, readMailStatus } from '#areas/people/imports/rows/values.model'

const pad = (number: number) => String(number).padStart(2, '0')

const days = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** How people and programs write a day, with the order that reads it. */
const FORMS: [order: DateOrder, write: (year: string, month: number, day: number) => string][] = [
  ['YMD', (y, m, d) => `${y}-${pad(m)}-${pad(d)}`],
  ['YMD', (y, m, d) => `${y}-${pad(m)}-${pad(d)} 09:30:00`],
  ['YMD', (y, m, d) => `${y}/${m}/${d}`],
  ['YMD', (y, m, d) => `${y}${pad(m)}${pad(d)}`],
  ['MDY', (y, m, d) => `${pad(d)}.${pad(m)}.${y}`],
  ['DMY', (y, m, d) => `${d}.${m}.${y}`],
  ['DMY', (y, m, d) => `${d}/${m}/${y}`],
  ['MDY', (y, m, d) => `${m}/${d}/${y}`],
  ['MDY', (y, m, d) => `${m}/${d}/${y} 12:00 AM`],
  ['DMY', (y, m, d) => `${pad(d)} ${month('en', m, 'short')} ${y}`],
  ['MDY', (y, m, d) => `${month('en', m, 'long')} ${d}, ${y}`],
  ['DMY', (y, m, d) => `${d}. ${month('de', m, 'long')} ${y}`],
]

const month = (language: string, number: number, style: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, number - 1, 15)))

const reader = (order: DateOrder, language: string, century?: number) =>
  makeDateReader({
    orderOf: () => ({ order, from: 'known' }),
    century,
    language,
    today: '2026-11-29',
    timeZone: 'America/New_York',
  })

describe('makeDateReader', () => {
  test.each([
    ['12/31/30', 'expiry', '2030-12-31'],
    ['12/31/99', 'expiry', '1999-12-31'],
    ['12/31/30', 'past', '1930-12-31'],
    ['11/29/26', 'past', '2026-11-29'],
    ['11/30/26', 'past', '1926-11-30'],
    ['46387', 'open', '2026-12-31'],
    ['2026-10-01T02:30Z', 'open', '2026-09-30'],
  ] as const)('reads %s as %s: %s', (text, use, day) => {
    expect(reader('MDY', 'en')(text, use)).toBe(day)
  })

  test('refuses a year of two digits whose century no rule shows', () => {
    expect(() => reader('MDY', 'en')('12/31/30')).toThrow('two digits')
  })

  test('reads each day in each of its forms', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...FORMS), (day, [order, write]) => {
        const [year = '', monthNumber, dayNumber] = day.split('-')
        const text = write(year, Number(monthNumber), Number(dayNumber))
        expect(reader(order, 'de')(text), text).toBe(day)
      }),
    )
  })

  test.each(['2025-02-30', '31/31/2025', 'soon', '12', '0000-00-00', '1.2', '13 Foo 2024'])('rejects %s', (text) => {
    expect(() => reader('DMY', 'en')(text)).toThrow('must be a date')
  })

  test.each([
    ['12/31/30', 1930, '1930-12-31'],
    ['12/31/29', 1930, '2029-12-31'],
    ['12/31/00', 2000, '2000-12-31'],
    ['12/31/99', 2000, '2099-12-31'],
    ['29 Feb 96', 1900, '1996-02-29'],
  ] as const)('reads %s in the 100 years from %i as %s', (text, century, day) => {
    expect(reader('MDY', 'en', century)(text, 'past')).toBe(day)
  })
})

describe('DateOrders', () => {
  const found = (dates: Record<string, string[]>) => {
    const orders = new DateOrders()
    for (const [column, texts] of Object.entries(dates))
      for (const text of texts) orders.add(column as 'MemberSince', text)
    const of = (column: string) => orders.orderOf(column as 'MemberSince', 'MDY')
    return { start: of('MembershipStart'), end: of('MembershipEnd'), common: orders.common('MDY') }
  }

  test('takes the order that the dates of a column show, then that of other columns, then that of the region', () => {
    const shown = { MembershipStart: ['01/02/2024', '31/01/2024'], MembershipEnd: ['01/02/2024'] }
    const known = { order: 'DMY', from: 'known' }
    expect(found(shown)).toEqual({ start: known, end: known, common: 'DMY' })
    expect(found({ MembershipEnd: ['1/31/24', '2/1/24'] }).end).toEqual({ order: 'MDY', from: 'known' })
    expect(found({ MembershipEnd: ['99/12/31', '01/02/03'] }).common).toBe('YMD')
    expect(found({ MembershipEnd: ['01/02/2024'] })).toMatchObject({
      end: { order: 'MDY', from: 'guessed' },
      common: null,
    })
    expect(found({ MembershipEnd: ['01.02.2024', '2024-02-01', '05/05/2024'] }).common).toBe('MDY')
  })

  test('lets each column have its order, and leaves the order open of one that shows both', () => {
    const two = { MembershipStart: ['31/01/2024', '01/02/2024'], MembershipEnd: ['01/31/2025', '01/02/2025'] }
    expect(found(two)).toEqual({
      start: { order: 'DMY', from: 'known' },
      end: { order: 'MDY', from: 'known' },
      common: null,
    })
    expect(found({ MembershipEnd: ['31/01/2024', '01/31/2024'] }).end.from).toBe('open')
    expect(found({ MembershipEnd: ['31/01/2024', '01/31/2024'], MembershipStart: ['01/02/2024'] }).start.from).toBe(
      'open',
    )
  })

  test('knows the order of a region', () => {
    expect(['en-US', 'en-GB', 'de', 'sv', 'ja'].map(findDateOrder)).toEqual(['MDY', 'DMY', 'DMY', 'YMD', 'YMD'])
  })
})

describe('makeNumberReader', () => {
  test('reads back numbers with the signs of a language', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.constantFrom('de', 'en', 'fr', 'de-CH'),
        (cents, language) => {
          const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
          const text = format.format(cents / 100).replace('−', '-')
          expect(Number(makeNumberReader(language)(text)), text).toBe(cents / 100)
        },
      ),
    )
  })
})

describe('readList', () => {
  test('reads back lists whose items are in quotes', () => {
    const items = fc.array(fc.constantFrom('VIP', 'A, B', 'say "hi"', 'x;y|z', 'Ä'), { minLength: 1 })
    fc.assert(
      fc.property(items, (list) => {
        const text = list.map((item) => `"${item.replaceAll('"', '""')}"`).join(',')
        expect(readList(text)).toEqual(list)
      }),
    )
    expect(readList('Board; Crew | VIP\nHarbor, Quay')).toEqual(['Board', 'Crew', 'VIP', 'Harbor', 'Quay'])
  })
})

test('reads words of several languages', () => {
  expect(['Ja', 'nein', 'Sí', 'NON', 'x', 0].map((word) => readFlag(String(word)))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ])
  expect(['subscribed', 'Unsubscribed', 'cleaned', 'On Hold Bounce'].map(readMailStatus)).toEqual([0, 1, 2, 2])
})

test('splits addresses of one cell', () => {
  expect(splitLines('Mill Lane 3\r\n2nd floor\nRear')).toEqual({ Address1: 'Mill Lane 3', Address2: '2nd floor, Rear' })
  expect(splitMailchimp('1 Quay Rd  Bristol  Avon  BS1 4RB  GB')).toEqual({
    Address1: '1 Quay Rd',
    City: 'Bristol',
    StateProvince: 'Avon',
    PostalCode: 'BS1 4RB',
    Country: 'GB',
  })
})
