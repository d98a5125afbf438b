import type { MetricsChart, ScoreboardItem } from '#contract/work/workflows'
import { writeCsvLines } from '#services/csv/csv-lines'
import type { Scores, Totals } from './metrics.queries.ts'
import type { DayFigures } from './metrics.sql.ts'

const score = (Name: string, value: number, Hint: string | null = null): ScoreboardItem => ({
  Name,
  Value: String(value),
  Hint,
})

const ONCE = 'Each contact once, by its latest run'
const sum = (days: readonly DayFigures[], of: 'entered' | 'completed'): number =>
  days.reduce((total, day) => total + day[of], 0)

export const presentLine = (days: readonly DayFigures[]): MetricsChart => ({
  series: [
    { Key: 'entered', Name: 'Entered' },
    { Key: 'active', Name: 'Active' },
    { Key: 'completed', Name: 'Completed' },
  ],
  data: days.map(({ day, entered, active, completed }) => ({ Category: day, Values: [entered, active, completed] })),
  extraStats: [
    score('Entered', sum(days, 'entered'), 'In the days shown'),
    score('Completed', sum(days, 'completed'), 'In the days shown'),
  ],
})

export const presentPie = ({ active, early, completed, failed }: Totals): MetricsChart => ({
  series: [{ Key: 'participants', Name: 'Participants' }],
  data: [
    { Category: 'Active', Values: [active] },
    { Category: 'Early opt-out', Values: [early] },
    { Category: 'Completed', Values: [completed] },
    { Category: 'Failed', Values: [failed] },
  ],
  extraStats: [score('Participants', active + early + completed + failed, ONCE)],
})

export const presentScoreboard = (scores: Scores): ScoreboardItem[] => [
  score('Active workflows', scores.activeWorkflows, `Out of ${scores.workflows}`),
  score('Participants', scores.active + scores.early + scores.completed + scores.failed, ONCE),
  score('Active', scores.active),
  score('Early opt-outs', scores.early),
  score('Completed', scores.completed),
  score('Failed', scores.failed, 'They stay at the step that failed, until it is retried'),
  score('Emails sent', scores.emails, 'In the last 30 days'),
  score('Failed steps', scores.failedSteps, 'In the last 30 days'),
]

/** Writes CSV by RFC 4180, with a header line. */
export const writeMetricsCsv = (days: readonly DayFigures[]): string =>
  writeCsvLines([
    ['Date', 'Entered', 'Active', 'EarlyOptOuts', 'Completed', 'Failed'],
    ...days.map(({ day, entered, active, earlyOptOuts, completed, failed }) => [
      day,
      entered,
      active,
      earlyOptOuts,
      completed,
      failed,
    ]),
  ])
