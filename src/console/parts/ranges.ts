/** The ranges of time of a filter, as the lists name them. */
export const RANGE_CHOICES: readonly (readonly [value: string, text: string])[] = [
  ['', 'Any time'],
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['last7days', 'Last 7 days'],
  ['last30days', 'Last 30 days'],
  ['last90days', 'Last 90 days'],
  ['thismonth', 'This month'],
  ['lastmonth', 'Last month'],
  ['thisyear', 'This year'],
]
