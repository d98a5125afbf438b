import { conflict, Problem, ruleRefused, unavailable } from './problem.ts'

interface DatabaseError extends Error {
  code?: string
  meta?: { target?: unknown; driverAdapterError?: { cause?: { originalCode?: string; kind?: string } } }
}

const AWAY = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
])

/** SQLSTATE classes (PostgreSQL, appendix A) and Prisma's codes as problems; undefined where it is neither. */
export const databaseProblem = (error: DatabaseError): Problem | undefined => {
  const code = sqlState(error) ?? error.code ?? ''
  if (
    AWAY.has(code) ||
    code.startsWith('08') ||
    code.startsWith('57P') ||
    code === '53300' ||
    isLostConnection(error)
  ) {
    return unavailable('The database is away. Try again in a moment.', error)
  }
  if (code === '57014') return unavailable('The database took too long to answer. Try again, or ask for less.', error)
  if (code === 'P2002' || code === '23505')
    return conflict('duplicate', 'Another record with the same key exists already.')
  // PostgreSQL 18 tells a refused delete from a missing record; before, both are 23503.
  if (code === '23001') return conflict('in-use', 'Other records refer to this one: change or delete those first.')
  if (code === 'P2003' || code === '23503')
    return ruleRefused(
      'unknown-reference',
      'The record refers to another one that does not exist, or is still referred to.',
    )
  if (code === 'P2025') return new Problem(404, 'not-found', 'There is no such record.')
  if (code === '22021' || code === '22P05')
    return new Problem(400, 'invalid-text', 'A text holds characters that cannot be stored.')
  if (code === 'P2034' || code === '40001' || code === '40P01')
    return unavailable('Too many changes at the same time. Try again.', error)
  return undefined
}

/** The SQLSTATE below Prisma's error, or of the driver's own. */
export const sqlState = (error: DatabaseError): string | undefined => {
  const below = error.meta?.driverAdapterError?.cause?.originalCode
  if (below) return below
  const cause = error.cause as { originalCode?: string } | undefined
  if (cause?.originalCode) return cause.originalCode
  return /^[0-9A-Z]{5}$/.test(error.code ?? '') && !error.code?.startsWith('P2') ? error.code : undefined
}

/** What the driver says of a connection that broke or never came; it has no codes for that. */
const isLostConnection = ({ message }: Error): boolean =>
  /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(message)

/** Whether a role may not do this, or not to such a row. */
export const isRefusedByWall = (error: DatabaseError): boolean => sqlState(error) === '42501'
