import pg from 'pg'
import type { PrismaClient } from '#prisma/client'

/** PostgreSQL's bigint, and an array of them. */
const BIGINT = 20
const BIGINTS: number = 1016

/**
 * Returns a bigint of the database as a number: ids, counts and times are below 2^53. Another one is an error, because a rounded id
 * would be that of another record.
 */
const toNumber = (value: string | bigint): number => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`The database returned ${value}, which is beyond 2^53`)
  return number
}

const parseArray = pg.types.getTypeParser(BIGINTS) as (text: string) => (string | null)[]

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [BIGINT, toNumber],
  [BIGINTS, (text) => parseArray(text).map((item) => (item === null ? null : toNumber(item)))],
])

/** The types of a pool that reads bigint columns as numbers. The driver itself reads them as text. */
export const wholeNumberTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) || pg.types.getTypeParser(oid, format),
}

/**
 * Returns a client that reads bigint columns as numbers. `scripts/prisma-generate.mjs` changes the types of its results
 * accordingly; Prisma takes numbers for such columns.
 */
export const withWholeNumbers = (client: PrismaClient): PrismaClient =>
  client.$extends({
    query: { $allOperations: async ({ args, query }) => readNumbers(await query(args)) },
  }) as PrismaClient

/** Replaces every bigint in a result of Prisma, which belongs to its caller only. */
const readNumbers = (result: unknown): unknown => {
  if (typeof result === 'bigint') return toNumber(result)
  if (typeof result !== 'object' || result === null || !isContainer(result)) return result
  for (const [key, value] of Object.entries(result)) {
    const read = readNumbers(value)
    if (read !== value) Reflect.set(result, key, read)
  }
  return result
}

/** A list or a row, not a date, a decimal or bytes. */
const isContainer = (value: object): boolean => {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
