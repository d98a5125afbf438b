import type { Statement } from './statements.ts'

/** The measurement of one kind of work for all contacts. */
export interface Phase {
  name: string
  seconds: number
  /** Contacts per second. */
  rate: number
  statements: Statement[]
}

/** Returns a table of the rates, their ratio (below 1: slower with more contacts), and the slowest statements. */
export const describeJourneys = (journeys: readonly { contacts: number; phases: readonly Phase[] }[]): string => {
  const [small, large] = journeys
  if (!small || !large) return ''
  const rows = large.phases.map(({ name, rate, seconds, statements }, at) => {
    const before = small.phases[at]?.rate ?? rate
    const cells = [per(before), per(rate), seconds.toFixed(1), (rate / before).toFixed(2)]
    const where = statements.map(({ seconds, text }) => `    ${seconds.toFixed(1).padStart(6)} s  ${text}`)
    return [`${name.padEnd(20)}${cells.map((cell) => cell.padStart(12)).join('')}`, ...where].join('\n')
  })
  const heads = [`${small.contacts} /s`, `${large.contacts} /s`, 'seconds', 'growth']
  return [`${'phase'.padEnd(20)}${heads.map((head) => head.padStart(12)).join('')}`, ...rows].join('\n')
}

const per = (rate: number): string => String(Math.round(rate))
