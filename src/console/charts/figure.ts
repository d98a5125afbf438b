import { type Html, html } from '#services/pages/html'

/** A series of a chart: one value per category. */
export interface Series {
  name: string
  values: readonly number[]
}

export interface ChartView {
  /** Distinguishes the charts of a page. */
  id: string
  title: string
  /** What the chart shows, in a sentence, for screen readers. */
  summary: string
  /** Names of the rows of the table, such as "Month". */
  categoryTitle: string
  categories: readonly string[]
  series: readonly Series[]
  /** Writes a value in the table and at the axis. */
  format(value: number): string
}

/** The classes of the colors, in the order of the series. */
export const colorOf = (at: number): string => `s${(at % 4) + 1}`

/** Width and height of a drawing, in its own units. */
export interface Size {
  width: number
  height: number
}

const WIDE: Size = { width: 760, height: 260 }
const NARROW: Size = { width: 330, height: 220 }

/**
 * A chart with its legend and its values as a table. It is drawn twice, for wide and for narrow windows: scaled down, its
 * texts would be too small to read.
 */
export const figure = (view: ChartView, draw: (size: Size) => Html): Html =>
  html`<figure class="chart">${drawing(view, WIDE, 'wide', draw)}${drawing(view, NARROW, 'narrow', draw)}
${legend(view.series)}${dataTable(view)}</figure>`

const drawing = (
  { id, title, summary }: ChartView,
  size: Size,
  kind: 'wide' | 'narrow',
  draw: (size: Size) => Html,
): Html =>
  html`<svg class="${kind}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="${id}-${kind}-t ${id}-${kind}-d"><title id="${id}-${kind}-t">${title}</title><desc id="${id}-${kind}-d">${summary}</desc>${draw(size)}</svg>`

const legend = (series: readonly Series[]): Html =>
  html`<ul class="legend">${series.map(
    ({ name }, at) => html`<li class="${colorOf(at)}"><span class="key"></span>${name}</li>`,
  )}</ul>`

const dataTable = ({ title, categoryTitle, categories, series, format }: ChartView): Html =>
  html`<details><summary>Show as a table</summary><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="data"><thead><tr><th scope="col">${categoryTitle}</th>${series.map(
    ({ name }) => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${categories.map(
    (category, at) =>
      html`<tr><th scope="row">${category}</th>${series.map(({ values }) => html`<td>${format(values[at] ?? 0)}</td>`)}</tr>`,
  )}</tbody></table></div></details>`
