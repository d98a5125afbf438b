import { type DestinationStream, type Logger, pino } from 'pino'
import { traceIds, tracing } from '../tracing/tracing.ts'
import { textOutput } from './text-log.ts'

/** Fields that are never written, at any depth. Bodies and query strings are not logged at all. */
const SECRET_PATHS = [
  'req.headers.authorization',
  'req.headers["x-api-key"]',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.password',
  '*.passwordHash',
  '*.secret',
  '*.token',
  '*.ApiKey',
  '*.ClientSecret',
  'err.config',
  'err.meta',
]

/** The server's log: JSON lines without secrets and without texts of users. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      ...(tracing() && { mixin: () => traceIds() ?? {} }),
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      serializers: { req: requestLine, err: errorLine },
    },
    ...(destination ? [destination] : []),
  )

/**
 * Standard output, written in blocks of 12 KiB and at least ten times a second: a write for each line costs a small
 * request a seventh of its time, blocks of 4 KiB a fiftieth. The rest is written on exit; a kill loses a tenth of a second.
 */
const bufferedOutput = (): DestinationStream =>
  pino.destination({ dest: 1, sync: false, minLength: 12_288, periodicFlush: 100 })

export type LogFormat = 'auto' | 'json' | 'text'

/** Whether lines are for people: `auto` decides by the terminal. */
export const isTextLog = (format: LogFormat, isTerminal: boolean): boolean =>
  format === 'text' || (format === 'auto' && isTerminal)

/** Opens the output of the server's log. */
export const openLogOutput = (format: LogFormat): DestinationStream => {
  const { stdout } = process
  return isTextLog(format, stdout.isTTY) ? textOutput(stdout, stdout.isTTY && stdout.hasColors()) : bufferedOutput()
}

interface LoggedRequest {
  method: string
  url: string
  ip?: string
}

/** Method and path. Queries can contain names and addresses, so they are left out. */
const requestLine = ({ method, url, ip }: LoggedRequest) => ({ method, path: url.split('?')[0], ip })

/** Type, message and stack. Messages of database errors repeat values (SQL parameters, key details): only their code is logged. */
const errorLine = (error: Error & { code?: string }) => {
  const fromDatabase = error.name.startsWith('Prisma') || error.name === 'error' || error.name === 'DatabaseError'
  return {
    type: error.name,
    code: error.code,
    message: fromDatabase ? 'database error' : error.message,
    stack: fromDatabase
      ? error.stack
          ?.split('\n')
          .filter((line) => line.trimStart().startsWith('at '))
          .join('\n')
      : error.stack,
  }
}
