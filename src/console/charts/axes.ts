import { scaleLinear } from 'd3-scale'
import { type Html, html } from '#services/pages/html'
import type { ChartView, Size } from './figure.ts'

/** The part of a drawing that shows the values. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

export const plotOf = ({ width, height }: Size): Plot => ({ left: 54, right: width - 8, top: 12, bottom: height - 26 })

export type ValueScale = ReturnType<typeof scaleLinear<number>>

/** The scale of values from 0 (or the smallest negative one) to the largest, with round ends. */
export const valueScale = (values: readonly number[], { top, bottom }: Plot): ValueScale =>
  scaleLinear()
    .domain([Math.min(0, ...values), Math.max(1, ...values)])
    .nice(4)
    .range([bottom, top])

/** The lines of round values, with their numbers on the left. */
export const valueAxis = (scale: ValueScale, { left, right }: Plot, format: ChartView['format']): Html =>
  html`${scale
    .ticks(4)
    .filter((value) => Number.isInteger(value))
    .map(
      (value) =>
        html`<line class="${value === 0 ? 'base-line' : 'grid-line'}" x1="${left}" x2="${right}" y1="${scale(value)}" y2="${scale(value)}"/><text x="${left - 8}" y="${scale(value) + 4}" text-anchor="end">${format(value)}</text>`,
    )}`

const TEXT_WIDTH = 62
/** The last name ends at its position, so that it needs more room on its left. */
const LAST_WIDTH = 80

/** The names of the categories, as many as fit, the last one always. */
export const categoryAxis = (
  categories: readonly string[],
  position: (at: number) => number,
  { left, right, bottom }: Plot,
): Html => {
  const step = Math.max(1, Math.ceil(categories.length / Math.floor((right - left) / TEXT_WIDTH)))
  const last = categories.length - 1
  return html`${categories.map(
    (name, at) =>
      (last - at) % step === 0 &&
      (at === last || position(last) - position(at) > LAST_WIDTH) &&
      html`<text x="${position(at)}" y="${bottom + 18}" text-anchor="${anchorOf(at, last)}">${name}</text>`,
  )}`
}

const anchorOf = (at: number, last: number): string => (at === last && last > 0 ? 'end' : 'middle')
