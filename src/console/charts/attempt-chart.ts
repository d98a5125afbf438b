import { scaleBand, scaleLinear } from 'd3-scale'
import type { WebhookAttemptRow } from '#contract/integration/webhooks'
import { type Html, html } from '#services/pages/html'
import { countOf, duration } from '../parts/numbers.ts'

const WIDTH = 760
const HEIGHT = 64

/** The attempts of a page as bars: the height is the duration, the color the result. The table under it has the numbers. */
export const attemptChart = (attempts: readonly WebhookAttemptRow[]): Html => {
  const rows = [...attempts].reverse()
  const failed = rows.filter(({ IsSuccess }) => !IsSuccess).length
  const slowest = Math.max(...rows.map(({ DurationMs }) => DurationMs))
  const x = scaleBand<number>()
    .domain(rows.map((_row, at) => at))
    .range([0, WIDTH])
    .padding(0.2)
  const y = scaleLinear()
    .domain([0, Math.max(1, slowest)])
    .range([6, HEIGHT])
  const summary = `${countOf(rows.length, 'attempt')} from the oldest to the newest, ${failed} failed. The slowest took ${duration(slowest)}.`
  return html`<figure class="chart attempts"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="attempts-t attempts-d"><title id="attempts-t">Durations and results of these attempts</title><desc id="attempts-d">${summary}</desc>${rows.map(
    ({ IsSuccess, DurationMs }, at) =>
      html`<rect class="bar ${IsSuccess ? 's1' : 's4'}" x="${(x(at) ?? 0).toFixed(1)}" width="${Math.min(24, x.bandwidth()).toFixed(1)}" y="${(HEIGHT - y(DurationMs)).toFixed(1)}" height="${y(DurationMs).toFixed(1)}" rx="1.5"/>`,
  )}</svg><figcaption class="soft small">${summary}</figcaption></figure>`
}
