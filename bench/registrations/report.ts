import { type Burst, STEPS } from './registrants.ts'

/** The result of a burst as lines of text. */
export const describeBurst = ({ seconds, times, outcomes, repeats }: Burst): string => {
  const all = STEPS.flatMap((step) => times[step])
  const of = (result: string) => outcomes.filter((outcome) => outcome.result === result).length
  const errors = [...new Set(outcomes.filter(({ error }) => error !== '').map(({ error }) => error.slice(0, 200)))]
  return [
    `${outcomes.length} registrants in ${seconds.toFixed(1)} s: ${of('registered')} registered, ${of('sold out')} sold out, ${of('error')} errors`,
    `${(all.length / seconds).toFixed(0)} requests per second, and ${repeats} responses 503, which are not counted here`,
    ...[...STEPS.map((step) => [step, times[step]] as const), ['all', all] as const].map(
      ([name, values]) =>
        `${name.padEnd(9)} ${String(values.length).padStart(5)} requests   p50 ${inMs(values, 0.5)}   p99 ${inMs(values, 0.99)}`,
    ),
    ...errors,
  ].join('\n')
}

const inMs = (values: readonly number[], part: number): string => {
  const sorted = values.toSorted((one, other) => one - other)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return `${value.toFixed(0).padStart(6)} ms`
}
