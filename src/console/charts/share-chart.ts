import { arc, pie } from 'd3-shape'
import { type Html, html } from '#services/pages/html'
import { count } from '../parts/numbers.ts'
import { colorOf } from './figure.ts'

export interface Share {
  name: string
  value: number
}

export interface ShareView {
  id: string
  title: string
  shares: readonly Share[]
  /** The word under the total. */
  noun: string
}

const SIZE = 190
const RADIUS = SIZE / 2

/** A ring of shares with the total inside. Its legend has the numbers, so that it needs no table. */
export const shareChart = ({ id, title, shares, noun }: ShareView): Html => {
  const total = shares.reduce((sum, { value }) => sum + value, 0)
  const slices = pie<Share>()
    .sort(null)
    .value(({ value }) => value)([...shares])
  const path = arc<(typeof slices)[number]>()
    .innerRadius(RADIUS * 0.66)
    .outerRadius(RADIUS)
    .cornerRadius(2)
  const summary = shares.map(({ name, value }) => `${name}: ${value}`).join(', ')
  return html`<figure class="chart share"><svg viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${summary}</desc><g transform="translate(${RADIUS} ${RADIUS})">${slices.map(
    (slice, at) => slice.value > 0 && html`<path class="slice ${colorOf(at)}" d="${path(slice)}"/>`,
  )}<text class="big" text-anchor="middle" y="4">${count(total)}</text><text text-anchor="middle" y="24">${noun}</text></g></svg>
<ul class="legend">${shares.map(
    ({ name, value }, at) =>
      html`<li class="${colorOf(at)}"><span class="key"></span>${name} <b>${count(value)}</b></li>`,
  )}</ul></figure>`
}
