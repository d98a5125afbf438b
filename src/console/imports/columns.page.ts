import type { ImportColumn, ImportFields } from '#contract/people/imports'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import { count } from '../parts/numbers.ts'
import { table } from '../parts/table.ts'
import { columnName, DATE_ORDERS, IGNORED, orderName } from './import-choices.ts'
import { options, type Texts } from './selects.ts'

/** As many as a page shows: a file has up to 1,000, and each has a list of all fields. */
const PAGE = 50

/** The number of columns before those that are shown. */
const FROM = 'columns'

const firstColumn = (query: FormValues, total: number): number => {
  const sent = query.get(FROM) ?? ''
  const from = /^\d{1,4}$/.test(sent) ? Number(sent) : 0
  return from < total ? from - (from % PAGE) : 0
}

/** The button that applies the choices, and stays at the columns that are shown. */
export const applyButton = (query: FormValues, total: number): Html =>
  html`<button name="${FROM}" value="${firstColumn(query, total)}">Apply</button>`

/**
 * Lets the user choose the field of each column. Of a file with many, it shows some: the buttons that lead to the others are of the
 * form, so that no choice is lost.
 */
export const columnChoices = (
  query: FormValues,
  columns: readonly ImportColumn[],
  fields: ImportFields['Fields'],
): Html => {
  const from = firstColumn(query, columns.length)
  const shown = columns.slice(from, from + PAGE)
  return html`${chosenElsewhere(query, from, columns.length)}${table({
    caption: 'Columns',
    rows: shown.map((column, at) => ({ column, at: from + at })),
    columns: [
      { title: 'Column', cell: ({ column }) => column.Header },
      {
        title: 'Imported to',
        cell: ({ column, at }) =>
          html`${fieldSelect(query, column, at, fields)}${orderSelect(query, column, at, fields)}`,
      },
    ],
  })}${columns.length > PAGE && pager(from, columns.length)}`
}

/** The choices for columns that are not shown. */
const chosenElsewhere = (query: FormValues, from: number, total: number): Html[] =>
  Array.from({ length: total }, (_one, at) => at).flatMap((at) => {
    const isShown = at >= from && at < from + PAGE
    return [columnName(at), orderName(at)].flatMap((name) => {
      const value = query.get(name)
      return isShown || value === undefined ? [] : [hidden(name, value)]
    })
  })

const pager = (from: number, total: number): Html => {
  const end = Math.min(total, from + PAGE)
  return html`<nav class="pager" aria-label="Columns"><p>Columns ${count(from + 1)} to ${count(end)} of ${count(total)}. The fields of up to 200 columns can be changed.</p><div>${
    from > 0 && html`<button name="${FROM}" value="${from - PAGE}">Previous columns</button>`
  }${end < total && html`<button name="${FROM}" value="${end}">Next columns</button>`}</div></nav>`
}

const fieldSelect = (
  query: FormValues,
  { Header, Field }: ImportColumn,
  at: number,
  fields: ImportFields['Fields'],
): Html => {
  const name = columnName(at)
  const texts: Texts = [
    ['', `Found: ${Field ?? 'nothing, it is ignored'}`],
    [IGNORED, 'Ignore it'],
    ...fields.map(({ Name, Section }) => [Name, `${Section}: ${Name}`] as const),
  ]
  return html`<label class="hidden" for="column-${at}">Field of ${Header}</label>${options(name, texts, query.get(name) ?? '', `column-${at}`)}`
}

/** Of a column of dates: their order, if it differs from that of the others. */
const orderSelect = (
  query: FormValues,
  { Header, Field }: ImportColumn,
  at: number,
  fields: ImportFields['Fields'],
): Html | false => {
  if (!fields.some(({ Name, IsDate }) => IsDate && Name === Field)) return false
  const name = orderName(at)
  const texts: Texts = [['', 'Dates as in other columns'], ...DATE_ORDERS]
  return html`<label class="hidden" for="order-${at}">Order of the dates of ${Header}</label>${options(name, texts, query.get(name) ?? '', `order-${at}`)}`
}
