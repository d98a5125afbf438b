import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { literals, nullable, object } from '#kernel/contract/schema'
import { Problem } from '#kernel/errors/problem'
import { parseContinuation, printContinuation } from '#kernel/listing/continuation'
import { printFilter } from '#kernel/listing/filter'
import { parseOptions } from '#kernel/listing/input'
import type { Listing } from '#kernel/listing/listing'
import { buildSortKeys } from '#kernel/listing/order'
import { parseRange } from '#kernel/listing/range'
import { parseListRequest } from '#kernel/listing/request'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { runs } from '#test/support/runner/runs'

const id = Prisma.sql`t.id`
const listing: Listing = {
  from: Prisma.sql`thing t`,
  tenant: Prisma.sql`t.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'Name',
  fields: {
    Id: { type: 'integer', sql: id, order: [{ type: 'integer', sql: id }] },
    Name: { type: 'text', sql: Prisma.sql`t.name`, order: [{ type: 'text', sql: Prisma.sql`t.name` }] },
    Due: { type: 'instant', sql: Prisma.sql`t.due`, order: [{ type: 'instant', sql: Prisma.sql`t.due` }] },
    Hidden: { type: 'text', sql: Prisma.sql`t.hidden` },
  },
}
const sent = (text: string) => ({ text, pointer: 'here' })

/** Runs work that must succeed or be rejected with 400 and the pointer. */
const orRefused = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    expect(error).toMatchObject({ status: 400, errors: [{ pointer: 'here' }] })
  }
}

describe('parseListRequest', () => {
  test('refuses a value that an enumerated column never has, with its values and the one that is meant', () => {
    const State = nullable(literals(['waiting', 'failed', null], { type: 'string' }))
    const row = object({
      State,
      Kind: literals([1, 2], { type: 'integer' }),
      Grade: literals(['1', '2'], { type: 'string' }),
    })
    const text = (sql: string) => ({ type: 'text' as const, sql: Prisma.raw(sql) })
    const fields = {
      ...listing.fields,
      State: text('t.state'),
      Kind: { type: 'integer' as const, sql: Prisma.sql`t.kind` },
      Grade: { type: 'integer' as const, sql: Prisma.sql`t.grade` },
    }
    const fault = (filter: string, changed: Partial<Listing> = {}): string | null => {
      try {
        parseListRequest({ ...listing, row, fields, ...changed }, { filter: sent(filter) })
        return null
      } catch (error) {
        return error instanceof Problem ? (error.errors[0]?.message ?? '') : String(error)
      }
    }
    const states = "the value compared with State must be one of 'waiting', 'failed'"
    expect(fault("Name eq 'x' or not (state eq 'banana')")).toBe(states)
    expect(fault("State ne 'Failed'")).toBe(`${states}. Did you mean 'failed'?`)
    expect(fault("State in ('failed', 'wating')")).toBe(`${states}. Did you mean 'waiting'?`)
    expect(fault('State eq 1')).toBe(states)
    expect(fault('Kind eq 3')).toBe('the value compared with Kind must be one of 1, 2')
    expect(fault("Grade eq ''")).toBe('the value compared with Grade must be one of 1, 2')
    const accepted = [
      "contains(State, 'x')",
      "State gt 'b'",
      'State eq null',
      "Kind eq '2'",
      "Grade in (1, '2')",
      'Kind gt 7',
    ]
    for (const filter of [...accepted, "State eq 'failed'", "Name eq 'banana'"])
      expect(fault(filter), filter).toBeNull()
    const folding = { ...text('t.state'), normalize: (value: string) => value.toLowerCase() }
    expect(fault("State eq 'FAILED'", { fields: { ...fields, State: folding } })).toBeNull()
  })

  test('parses any parameters or rejects them with 400 and their pointer', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.nat().map(String))
    const parts = fc.record(
      { take: text, top: text, skip: text, orderBy: text, continuation: text },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(parts, (input) => {
        const asked = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, sent(value)]))
        orRefused(() => {
          const { take, skip } = parseListRequest(listing, asked)
          expect(take).toBeGreaterThanOrEqual(1)
          expect(take).toBeLessThanOrEqual(1000)
          expect(skip).toBeGreaterThanOrEqual(0)
        })
      }),
      { numRuns: runs(2000) },
    )
  })

  test('uses Take, then Top, then 50 rows, and ignores empty fields', () => {
    expect(parseListRequest(listing, { take: sent('5'), top: sent('9') }).take).toBe(5)
    expect(parseListRequest(listing, { take: sent(' '), top: sent('9') }).take).toBe(9)
    const bare = parseListRequest(listing, { orderBy: sent(''), filter: sent(' '), criteria: sent('') })
    expect(bare).toMatchObject({ take: 50, skip: 0, filter: null, criteria: null, after: null })
  })

  test('ends every order with the id, in the direction of the key before it', () => {
    const directions = (text: string) =>
      buildSortKeys(listing, parseListRequest(listing, { orderBy: sent(text) }).order).map(({ sql, descending }) => [
        sql.text,
        descending,
      ])
    expect(directions('name DESC')).toEqual([
      ['t.name', true],
      ['t.id', true],
    ])
    expect(directions('Id desc, Name')).toEqual([['t.id', true]])
  })
})

describe('parseContinuation', () => {
  const order = [{ field: 'Name', descending: true }]
  const keys = buildSortKeys(listing, order)

  test('parses a printed cursor with any key', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
        fc.integer(),
        (name, number) => {
          const token = printContinuation(order, [name, String(number)])
          expect(parseContinuation(token, order, keys, 'here')).toEqual([name, String(number)])
        },
      ),
    )
  })

  test('parses a printed cursor with any key of 64 bits, as the one of a row without a value', () => {
    const rank = { type: 'bigint' as const, sql: Prisma.sql`t.rank` }
    const ranked = [{ field: 'Rank', descending: false }]
    const ranks = buildSortKeys({ ...listing, fields: { ...listing.fields, Rank: { ...rank, order: [rank] } } }, ranked)
    for (const key of ['-9007199254740991', '9007199254740991'])
      expect(parseContinuation(printContinuation(ranked, [key, '1']), ranked, ranks, 'here')).toEqual([key, '1'])
    for (const key of ['9007199254740992', '99999999999999999999'])
      expect(() => parseContinuation(printContinuation(ranked, [key, '1']), ranked, ranks, 'here')).toThrow(Problem)
  })

  test.each(['2147483648', '-2147483649', '9999999999'])('rejects a cursor with the id %s, which no row has', (key) => {
    expect(() => parseContinuation(printContinuation(order, ['a', key]), order, keys, 'here')).toThrow(Problem)
  })

  test('rejects a forged cursor with 400', () => {
    const forged = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null), fc.constant('Name desc')),
    )
    const tokens = forged.map((made) => Buffer.from(JSON.stringify(made)).toString('base64url'))
    fc.assert(
      fc.property(fc.oneof(tokens, fc.string()), (token) =>
        orRefused(() => parseContinuation(token, order, keys, 'here')),
      ),
    )
    const due = buildSortKeys(listing, [{ field: 'Due', descending: false }])
    for (const time of ['2026-02-30 00:00:00+00', 'now', '2026-01-01 25:00:00+00', 'infinity']) {
      const token = printContinuation([{ field: 'Due', descending: false }], [time, '1'])
      expect(() => parseContinuation(token, [{ field: 'Due', descending: false }], due, 'here')).toThrow(Problem)
    }
  })
})

describe('parseRange', () => {
  test.each([
    ['number', '1,2.5', 'F ge 1 and F le 2.5'],
    ['number', ',-2', 'F le -2'],
    ['instant', '2026-01-01, 2026-01-02T10:00', 'F ge 2026-01-01 and F le 2026-01-02T10:00Z'],
    ['date', '2026-01-01T23:00:00Z,', 'F ge 2026-01-01T23:00:00Z'],
  ] as const)('parses a range of %s: %s', (type, text, filter) => {
    const read = parseRange('F', type, text, 'here')
    expect(read && printFilter(read)).toBe(filter)
  })

  test.each(['1', '1,2,3', 'a,b', '2,1'])('rejects %j', (text) => {
    expect(() => parseRange('F', 'number', text, 'here')).toThrow(Problem)
  })
})

describe('parseOptions', () => {
  let server: TestApp
  const schema = {
    type: 'object',
    properties: { Take: { type: ['string', 'null'], maxLength: 3 }, Only: { type: ['integer', 'null'] } },
  }
  beforeAll(async () => {
    server = await buildTestApp({
      routes: async (app) => {
        app.get('/test/options', { config: { isPublic: true } }, (request) =>
          Promise.resolve(parseOptions(request, (request.query as { options?: string }).options, schema)),
        )
      },
    })
  })
  afterAll(() => server.close())
  const ask = (options: string) => server.app.inject({ url: `/test/options?options=${encodeURIComponent(options)}` })

  test('parses the filter from JSON text like a body', async () => {
    expect((await ask('{"Take": 5, "Only": 7}')).json()).toEqual({ Take: '5', Only: 7 })
    expect((await ask('')).json()).toEqual({})
  })

  test.each([
    ['{', 'query:options'],
    ['{"Unknown":1}', 'query:options/Unknown'],
    ['[]', 'query:options'],
    ['null', 'query:options'],
    ['{"Take":"12345"}', 'query:options/Take'],
    ['{"Only":"x"}', 'query:options/Only'],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 'query:options'],
  ])('rejects %s with its pointer', async (options, pointer) => {
    const answer = await ask(options)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].pointer).toBe(pointer)
  })
})
