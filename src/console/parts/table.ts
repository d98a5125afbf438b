import { type Html, html } from '#services/pages/html'
import { NONE } from './times.ts'

type Cell = Html | string | number | null | undefined | false

export interface Column<Row> {
  title: string
  cell(row: Row): Cell
  /** number: aligned to the right. actions: the title is only for screen readers. */
  kind?: 'number' | 'actions'
}

export interface TableView<Row> {
  /** For screen readers: what the rows are. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

/** A table whose rows become cards on a phone. The roles stay when the style changes the display of its parts. */
export const table = <Row>({ caption, columns, rows }: TableView<Row>): Html =>
  html`<table class="rows" role="table"><caption class="hidden">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(headCell)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (row) => html`<tr role="row">${columns.map((column, at) => bodyCell(column, row, at))}</tr>`,
  )}</tbody></table>`

const headCell = <Row>({ title, kind }: Column<Row>): Html =>
  html`<th role="columnheader" scope="col"${classOf(kind)}>${
    kind === 'actions' ? html`<span class="hidden">${title}</span>` : title
  }</th>`

const bodyCell = <Row>({ title, cell, kind }: Column<Row>, row: Row, at: number): Html =>
  at === 0
    ? html`<th role="rowheader" scope="row">${cell(row)}</th>`
    : html`<td role="cell" data-label="${kind === 'actions' ? '' : title}"${classOf(kind)}><div>${shown(cell(row), kind)}</div></td>`

/** A card on a phone has a name for each value: without one, it would look like a mistake. */
const shown = (value: Cell, kind: string | undefined): Cell => {
  const isAbsent = value === null || value === undefined || value === false || value === ''
  return isAbsent && kind !== 'actions' ? NONE : value
}

const classOf = (kind: string | undefined): Html | false => kind !== undefined && html` class="${kind}"`

/** What a list shows instead of rows: why it is empty, and what to do. */
export const empty = (title: string, text: Html | string): Html =>
  html`<div class="empty"><p class="empty-title">${title}</p><p>${text}</p></div>`
