import { scaleLinear } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import { type Html, html } from '#services/pages/html'
import { categoryAxis, plotOf, valueAxis, valueScale } from './axes.ts'
import { type ChartView, colorOf, figure, type Size } from './figure.ts'

/** A chart of lines over time; the first series is filled. */
export const lineChart = (view: ChartView): Html => figure(view, (size) => drawLines(view, size))

const drawLines = ({ series, categories, format }: ChartView, size: Size): Html => {
  const plot = plotOf(size)
  const y = valueScale(
    series.flatMap(({ values }) => values),
    plot,
  )
  const x = scaleLinear()
    .domain([0, Math.max(1, categories.length - 1)])
    .range([plot.left + 6, plot.right])
  const path = line<number>(
    (_value, at) => x(at),
    (value) => y(value),
  ).curve(curveMonotoneX)
  const filled = area<number>(
    (_value, at) => x(at),
    y(0),
    (value) => y(value),
  ).curve(curveMonotoneX)
  return html`${valueAxis(y, plot, format)}${categoryAxis(categories, x, plot)}${series.map(
    ({ values }, at) =>
      html`<g class="${colorOf(at)}">${at === 0 && html`<path class="area" d="${filled([...values])}"/>`}<path class="line" d="${path([...values])}"/></g>`,
  )}`
}
