import { ruleRefused } from '../errors/problem.ts'

/**
 * Rejects one more record where there are `max` already. Lock what the count belongs to first, so that two saves cannot
 * both find room.
 *
 * @param owner what contains the records: "tenant". @param what the records, in the plural: "forms".
 * @throws 422 `too-many`.
 */
export const requireRoom = (count: number, max: number, owner: string, what: string): void => {
  if (count >= max) throw ruleRefused('too-many', `The ${owner} has ${max} ${what}. Delete one first.`)
}
