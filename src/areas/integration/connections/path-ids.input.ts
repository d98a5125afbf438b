import { MAX_ID } from '#kernel/database/ids'
import { notFound } from '#kernel/errors/problem'

/** Parses the id in the path of a save: digits, 0 creates. @throws 404 for an id that no record can have. */
export const parsePathId = (digits: string, what: string): number => {
  const id = Number(digits)
  if (id > MAX_ID) throw notFound(what)
  return id
}
