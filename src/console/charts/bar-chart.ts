import { scaleBand } from 'd3-scale'
import { type Html, html } from '#services/pages/html'
import { categoryAxis, plotOf, valueAxis, valueScale } from './axes.ts'
import { type ChartView, colorOf, figure, type Size } from './figure.ts'

/** A chart of bars, those of a category side by side. */
export const barChart = (view: ChartView): Html => figure(view, (size) => drawBars(view, size))

const drawBars = ({ series, categories, format }: ChartView, size: Size): Html => {
  const plot = plotOf(size)
  const y = valueScale(
    series.flatMap(({ values }) => values),
    plot,
  )
  const x = scaleBand<number>()
    .domain(categories.map((_name, at) => at))
    .range([plot.left, plot.right])
    .padding(0.28)
  const within = scaleBand<number>()
    .domain(series.map((_one, at) => at))
    .range([0, x.bandwidth()])
    .padding(0.08)
  const middle = (at: number) => (x(at) ?? 0) + x.bandwidth() / 2
  const bar = (value: number, category: number, at: number): Html => {
    const [from, to] = value < 0 ? [y(0), y(value)] : [y(value), y(0)]
    return html`<rect class="bar" x="${round((x(category) ?? 0) + (within(at) ?? 0))}" width="${round(within.bandwidth())}" y="${round(from)}" height="${round(to - from)}" rx="2"/>`
  }
  return html`${valueAxis(y, plot, format)}${categoryAxis(categories, middle, plot)}${series.map(
    ({ values }, at) =>
      html`<g class="${colorOf(at)}">${values.map((value, category) => bar(value, category, at))}</g>`,
  )}`
}

const round = (value: number): string => value.toFixed(1)
