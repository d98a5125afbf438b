import type { DestinationStream } from 'pino'

interface Line {
  level: number
  time: string
  msg?: string
  [field: string]: unknown
}

interface Level {
  name: string
  color: number
}

/** The levels of pino, with the codes of the colors of terminals. */
const LEVELS = new Map<number, Level>([
  [10, { name: 'trace', color: 90 }],
  [20, { name: 'debug', color: 90 }],
  [30, { name: 'info', color: 32 }],
  [40, { name: 'warn', color: 33 }],
  [50, { name: 'error', color: 31 }],
  [60, { name: 'fatal', color: 31 }],
])

/** Fields that have a position of their own, or that only machines need. */
const PLACED = new Set(['level', 'time', 'pid', 'msg', 'err', 'method', 'path', 'status', 'ms', 'ip', 'reqId'])

/** Removes what controls a terminal from the text of others. */
const visible = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

const fieldText = (value: unknown): string => visible(typeof value === 'string' ? value : JSON.stringify(value))

const paint = (text: string, color: number, isColored: boolean): string =>
  isColored ? `\u001b[${color}m${text}\u001b[0m` : text

/** Returns the request of a line: method, path, status and duration; the message of other lines. */
const subjectOf = ({ method, path, status, ms, msg = '' }: Line): string => {
  if (method === undefined || status === undefined) return visible(msg)
  const request = `${fieldText(method)} ${fieldText(path)} ${fieldText(status)}`
  const took = typeof ms === 'number' ? ` ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : ''
  return msg === 'request' ? request + took : `${request}${took}: ${visible(msg)}`
}

/** Returns the stack, which begins with the message, except that of a database error, which has only the calls. */
const errorOf = (err: unknown): string => {
  if (typeof err !== 'object' || err === null) return ''
  const { stack, message, type, code } = err as Record<string, unknown>
  const hasMessage = typeof stack === 'string' && !/^\s*(at |$)/.test(stack)
  const head = `${fieldText(type ?? 'Error')}: ${fieldText(message ?? '')}`
  const text = hasMessage ? stack : typeof stack === 'string' && stack !== '' ? `${head}\n${stack}` : head
  const [first = '', ...calls] = text.split('\n')
  const isCoded = code === undefined || text.includes(String(code))
  return [isCoded ? first : `${first} (${fieldText(code)})`, ...calls].map((one) => `\n    ${visible(one)}`).join('')
}

/** Returns a line of the log, which is JSON, as one for people: local time, level, message, other fields, stack. */
export const textLine = (json: string, isColored: boolean): string => {
  const line = JSON.parse(json) as Line
  const { name, color } = LEVELS.get(line.level) ?? { name: String(line.level), color: 0 }
  const failed = line.level >= 50 || Number(line.status) >= 500
  const others = Object.entries(line)
    .filter(([field, value]) => value !== undefined && (!PLACED.has(field) || (field === 'reqId' && failed)))
    .map(([field, value]) => paint(`${field}=${fieldText(value)}`, 90, isColored))
  const time = paint(new Date(line.time).toTimeString().slice(0, 8), 90, isColored)
  const head = `${time} ${paint(name.padEnd(5), color, isColored)} ${subjectOf(line)}`
  return `${[head, ...others].join(' ')}${errorOf(line.err)}\n`
}

/** Writes lines of the log for people. A line that is not JSON passes unchanged. */
export const textOutput = (stream: DestinationStream, isColored: boolean): DestinationStream => ({
  write: (json) => {
    try {
      stream.write(textLine(json, isColored))
    } catch {
      stream.write(json)
    }
  },
})
