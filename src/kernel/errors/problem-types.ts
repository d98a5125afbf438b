import { access } from './types/access.ts'
import { limits } from './types/limits.ts'
import { reading } from './types/reading.ts'
import { rules } from './types/rules.ts'
import { state } from './types/state.ts'

/**
 * Every code that an answer may carry. /reference/problems and docs/integrators.md are made from this table, and Problem
 * takes no code that is not in it: describe a new one in types/, under the family of its status.
 */
export const problemTypes = { ...reading, ...access, ...state, ...rules, ...limits }

export type ProblemCode = keyof typeof problemTypes

/** The codes that may come with a status. */
export type CodeOf<Status extends number> = {
  [Code in ProblemCode]: Status extends (typeof problemTypes)[Code]['status'][number] ? Code : never
}[ProblemCode]
