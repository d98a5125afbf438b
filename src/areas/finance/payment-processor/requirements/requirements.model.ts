import type { GatewayAccount } from '../accounts/accounts.queries.ts'
import type { Requirements } from '../payment-processor.port.ts'

const NONE: Requirements = {
  currentlyDue: [],
  pastDue: [],
  deadline: null,
  futureDue: [],
  futureDeadline: null,
  disabledReason: null,
  updateUrl: null,
}

/** Returns what was last read of an account; nothing before the first time. */
export const requirementsOf = ({ requirements }: Pick<GatewayAccount, 'requirements'>): Requirements => ({
  ...NONE,
  ...(requirements as object),
})

/** Returns whether the processor requires something else than before. */
export const haveChanged = (before: Requirements, now: Requirements): boolean =>
  FIELDS.some((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]))

const FIELDS = ['currentlyDue', 'pastDue', 'deadline', 'futureDue', 'futureDeadline', 'disabledReason'] as const
