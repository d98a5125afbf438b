import { isTTY, progress } from '@clack/prompts'

/** Shows the progress of long work. */
export interface ProgressDisplay {
  /** Sets the amount of finished work, in `unit`s. */
  update(done: number, total: number, note?: string): void
  finish(message: string): void
  fail(message: string): void
}

const PLAIN_INTERVAL_MS = 5000

/** Shows a bar with rate and remaining time on a terminal, otherwise a line from time to time. */
export const showProgress = (title: string, unit: string): ProgressDisplay =>
  isTTY(process.stdout) ? barDisplay(title, unit) : plainDisplay(title, unit)

const STEPS = 1000
const DEFAULT_COLUMNS = 80

/** The signs of the line besides bar and text: the spinner, spaces, and the dots that move at its end. */
const OTHER_SIGNS = 8

/** The parts of a line of progress that fits into a terminal. */
export const fitLine = (columns: number): { size: number; cut: (text: string) => string } => {
  const size = Math.min(40, Math.max(8, Math.floor(columns / 3)))
  const width = Math.max(1, columns - size - OTHER_SIGNS)
  return { size, cut: (text) => (text.length <= width ? text : `${text.slice(0, width - 1)}…`) }
}

const barDisplay = (title: string, unit: string): ProgressDisplay => {
  const { size, cut } = fitLine(process.stdout.columns || DEFAULT_COLUMNS)
  const bar = progress({ style: 'heavy', max: STEPS, size })
  const started = Date.now()
  let shown = 0
  bar.start(cut(title))
  return {
    update: (done, total, note) => {
      const at = Math.floor((done / Math.max(total, 1)) * STEPS)
      bar.advance(at - shown, cut(describe({ done, total, unit, started, note })))
      shown = at
    },
    finish: (message) => bar.stop(message),
    fail: (message) => bar.error(message),
  }
}

const plainDisplay = (title: string, unit: string): ProgressDisplay => {
  const started = Date.now()
  let told = started
  return {
    update: (done, total, note) => {
      if (Date.now() - told < PLAIN_INTERVAL_MS) return
      told = Date.now()
      console.log(`${title}: ${describe({ done, total, unit, started, note })}`)
    },
    finish: (message) => console.log(message),
    fail: (message) => console.error(message),
  }
}

interface State {
  done: number
  total: number
  unit: string
  started: number
  note: string | undefined
}

const describe = ({ done, total, unit, started, note }: State): string => {
  const seconds = (Date.now() - started) / 1000
  const share = `${Math.floor((done / Math.max(total, 1)) * 100)} %`
  if (note !== undefined) return `${share}, ${note}`
  const rate = done / Math.max(seconds, 0.001)
  const left = rate > 0 && done > 0 ? `, ${duration((total - done) / rate)} left` : ''
  return `${number(done)} of ${number(total)} ${unit} (${share}), ${number(Math.round(rate))} a second${left}`
}

export const number = (value: number): string => value.toLocaleString('en')

/** `8 s`, `3 min 20 s`, `2 h 5 min`. */
export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
