import { type DestinationStream, type Logger, pino } from 'pino'
import { databaseFault, sqlState } from '../errors/database-problem.ts'
import { traceIds } from '../tracing/tracing.ts'
import { LogOutput } from './log-output.ts'
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

/**
 * Creates the server's log: JSON lines without secrets and without texts of users.
 *
 * @param hasTraces whether lines name the trace in which they are written
 */
export const createLogger = (level: string, destination?: DestinationStream, hasTraces = false): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      ...(hasTraces && { mixin: () => traceIds() ?? {} }),
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      serializers: { req: requestLine, err: errorLine },
    },
    ...(destination ? [destination] : []),
  )

export type LogFormat = 'auto' | 'json' | 'text'

/** Returns whether lines are for people: `auto` decides by the terminal. */
export const isTextLog = (format: LogFormat, isTerminal: boolean): boolean =>
  format === 'text' || (format === 'auto' && isTerminal)

/** Opens the output of the server's log: standard output. A terminal is written line by line. */
export const openLogOutput = (format: LogFormat): DestinationStream => {
  const { stdout } = process
  const output = stdout.isTTY ? stdout : new LogOutput(1)
  return isTextLog(format, stdout.isTTY) ? textOutput(output, stdout.isTTY && stdout.hasColors()) : output
}

interface LoggedRequest {
  method: string
  url: string
  ip?: string
}

/** Returns method and path. Queries can contain names and addresses, so they are left out. */
const requestLine = ({ method, url, ip }: LoggedRequest) => ({ method, path: url.split('?')[0], ip })

/**
 * Returns type, code, message and stack. Messages of database errors repeat values (SQL parameters, key details): what
 * is logged instead is the SQLSTATE and the names of the constraint and the table.
 */
const errorLine = (error: Error & { code?: string }) => {
  const { name: type, code, message, stack } = error
  const isOfDatabase = type.startsWith('Prisma') || type === 'error' || type === 'DatabaseError'
  if (!isOfDatabase) return { type, code, message, stack }
  const calls = stack?.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return { type, code: sqlState(error) ?? code, message: databaseFault(error), stack: calls?.join('\n') }
}
