import type { ProblemType } from './problem-type.ts'

export const logs = {
  'event-time': {
    status: [422],
    meaning: 'The event is in the future, or older than the months that the log of the tenant keeps.',
    advice: 'Correct the clock of the sender, or raise LogRetentionMonths in the settings of the tenant.',
  },
  'history-stays': {
    status: [422],
    meaning: 'The entry is part of the history of a record, which cannot be hidden.',
    advice: 'Hide events of other log types.',
  },
} as const satisfies Record<string, ProblemType>
