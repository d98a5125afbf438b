import { access } from './types/access.ts'
import { advertising } from './types/advertising.ts'
import { association } from './types/association.ts'
import { benefits } from './types/benefits.ts'
import { books } from './types/books.ts'
import { buying } from './types/buying.ts'
import { events } from './types/events.ts'
import { exchanges } from './types/exchanges.ts'
import { imports } from './types/imports.ts'
import { integrations } from './types/integrations.ts'
import { limits } from './types/limits.ts'
import { logins } from './types/logins.ts'
import { logs } from './types/logs.ts'
import { payments } from './types/payments.ts'
import { plans } from './types/plans.ts'
import { reading } from './types/reading.ts'
import { rules } from './types/rules.ts'
import { sponsors } from './types/sponsors.ts'
import { state } from './types/state.ts'
import { store } from './types/store.ts'

/**
 * Every code that a response can contain. /reference/problems and docs/integrators.md are generated from this table, and
 * Problem accepts no other code: describe a new one in types/, in the family of its status.
 */
export const problemTypes = {
  ...reading,
  ...access,
  ...state,
  ...rules,
  ...books,
  ...benefits,
  ...buying,
  ...store,
  ...plans,
  ...advertising,
  ...sponsors,
  ...events,
  ...association,
  ...payments,
  ...exchanges,
  ...integrations,
  ...imports,
  ...logins,
  ...logs,
  ...limits,
}

export type ProblemCode = keyof typeof problemTypes

/** The codes that can have a status. */
export type CodeOf<Status extends number> = {
  [Code in ProblemCode]: Status extends (typeof problemTypes)[Code]['status'][number] ? Code : never
}[ProblemCode]
