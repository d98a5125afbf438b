import { isDeepStrictEqual } from 'node:util'
import type { Prisma } from '#prisma/client'

/**
 * Returns a part of a record for the history, such as its lines, if it differs; undefined values are those of a record that
 * does not exist.
 */
export const changedPart = (name: string, before: unknown, after: unknown): Prisma.InputJsonObject => {
  const [old, now] = [before, after].map((value) => JSON.parse(JSON.stringify(value ?? null)))
  return isDeepStrictEqual(old, now) ? {} : { [name]: { old, new: now } }
}
