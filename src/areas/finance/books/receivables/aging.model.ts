/** The age of an open invoice, by the days since its due date. */
export type Bucket = 'Current' | 'Days1To30' | 'Days31To60' | 'Days61To90' | 'Over90'

/** The buckets with the first and last number of days overdue; null has no limit. */
export const BUCKETS: readonly { name: Bucket; from: number | null; to: number | null }[] = [
  { name: 'Current', from: null, to: 0 },
  { name: 'Days1To30', from: 1, to: 30 },
  { name: 'Days31To60', from: 31, to: 60 },
  { name: 'Days61To90', from: 61, to: 90 },
  { name: 'Over90', from: 91, to: null },
]
