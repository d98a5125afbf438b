import type { MonthFigures, MonthlyFigures, ReceivableTotals } from '#contract/finance/receivables'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { barChart } from '../charts/bar-chart.ts'
import { lineChart } from '../charts/line-chart.ts'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { panel } from '../parts/facts.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { money } from '../parts/numbers.ts'
import { empty, table } from '../parts/table.ts'

const FIELDS: readonly FilterField[] = [{ name: 'to', label: 'Last month', kind: 'month' }]

/** @param ages the open amounts by age, as listReceivables returns them. */
export const booksView = (
  user: ConsoleUser,
  query: FormValues,
  figures: MonthlyFigures,
  ages: ReceivableTotals,
): View => ({
  title: 'Books by month',
  lead: 'Twelve months of the journal. What is voided is subtracted in the month of its reversal.',
  content: html`${openTiles(figures, ages)}${filterForm(user, '/books', FIELDS, query)}${
    figures.Months.every(isEmpty) ? NO_FIGURES : monthPanels(figures)
  }`,
})

const isEmpty = ({ Income, Invoiced, Paid, Open }: MonthFigures): boolean =>
  [Income, Invoiced, Paid, Open].every((amount) => amount === 0)

const NO_FIGURES = empty(
  'No figures in these months',
  'Income and payments appear here when an invoice is issued or a payment is received.',
)

const monthPanels = (figures: MonthlyFigures): Html =>
  html`${panel('Income and payments', monthChart(figures))}${panel(
    'What contacts owed at the end of each month',
    html`${openChart(figures)}${OWED}`,
  )}${panel('Months', monthTable(figures))}`

/** The tiles add up invoices; the months are balances of contacts, as the journal has them. */
const OWED = html`<p class="soft small">Payments and credits that are not applied to an invoice yet are subtracted here, so that the last month can be less than the open invoices above.</p>`

const AGES = [
  ['Total', 'open on invoices today'],
  ['Days1To30', '1 to 30 days overdue'],
  ['Days31To60', '31 to 60 days overdue'],
  ['Days61To90', '61 to 90 days overdue'],
  ['Over90', 'more than 90 days overdue'],
] as const

const openTiles = ({ CurrencyCode }: MonthlyFigures, ages: ReceivableTotals): Html =>
  html`<div class="tiles">${AGES.map(([name, text]) => {
    const amount = ages[name]
    const isLate = name !== 'Total' && amount > 0
    return html`<div class="tile${isLate && ' warn'}"><b>${money(amount, CurrencyCode, 0)}</b><span>${text}</span></div>`
  })}</div>`

const MONTH_NAME = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })

const monthName = ({ Month }: MonthFigures): string => MONTH_NAME.format(new Date(`${Month}-01T00:00:00Z`))

const common = ({ Months, CurrencyCode }: MonthlyFigures) => ({
  categoryTitle: 'Month',
  categories: Months.map(monthName),
  format: (value: number) => money(value, CurrencyCode, 0),
})

const monthChart = (figures: MonthlyFigures): Html =>
  barChart({
    id: 'months',
    title: 'Income and payments by month',
    ...common(figures),
    summary: 'For each month: the income that was posted, and what was paid less refunds.',
    series: [
      { name: 'Income', values: figures.Months.map(({ Income }) => Income) },
      { name: 'Paid', values: figures.Months.map(({ Paid }) => Paid) },
    ],
  })

const openChart = (figures: MonthlyFigures): Html =>
  lineChart({
    id: 'open',
    title: 'Amount owed by month',
    ...common(figures),
    summary: 'For each month: what contacts owed at its end.',
    series: [{ name: 'Owed', values: figures.Months.map(({ Open }) => Open) }],
  })

const monthTable = ({ Months, CurrencyCode }: MonthlyFigures): Html => {
  const amount = (value: number) => money(value, CurrencyCode)
  return table({
    caption: 'Figures by month',
    rows: [...Months].reverse(),
    columns: [
      { title: 'Month', cell: monthName },
      { title: 'Income', kind: 'number', cell: ({ Income }) => amount(Income) },
      { title: 'Invoiced', kind: 'number', cell: ({ Invoiced }) => amount(Invoiced) },
      { title: 'Paid', kind: 'number', cell: ({ Paid }) => amount(Paid) },
      { title: 'Owed at the end', kind: 'number', cell: ({ Open }) => amount(Open) },
    ],
  })
}
