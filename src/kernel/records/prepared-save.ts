import { unavailable } from '../errors/problem.ts'

/** Returned by a save whose record has another version than the one that was prepared. */
export const CHANGED = Symbol('changed')

const MAX_ATTEMPTS = 5

/**
 * Saves in two steps: work that takes long, such as rendering, is prepared without a lock or a connection, by the version
 * that was read; the save locks the record and returns CHANGED before it writes anything if it has another version, then
 * both are repeated.
 */
export const prepareAndSave = async <B, P, R>(
  read: () => Promise<B>,
  prepare: (before: B) => Promise<P>,
  save: (prepared: P, before: B) => Promise<R | typeof CHANGED>,
): Promise<R> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await read()
    const result = await save(await prepare(before), before)
    if (result !== CHANGED) return result
  }
  throw unavailable('The record changes all the time. Try again in a moment.')
}
