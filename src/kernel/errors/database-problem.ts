import { conflict, Problem, ruleRefused, unavailable } from './problem.ts'
import { synchronized } from './synchronized.ts'

interface DatabaseError extends Error {
  code?: string
  /** Names of the schema in an error of the driver. */
  constraint?: string
  table?: string
  meta?: {
    target?: unknown
    modelName?: string
    driverAdapterError?: { cause?: AdapterCause }
  }
}

interface AdapterCause {
  originalCode?: string
  originalMessage?: string
  kind?: string
  constraint?: { index?: string; fields?: string[] }
}

const UNAVAILABLE = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // PostgreSQL ended the connection because the transaction was idle or took too long.
  '25P03',
  '25P04',
])
/** Connection failures; insufficient resources, such as a full disk or no more connections; interventions; input and output. */
const UNAVAILABLE_CLASSES = /^(08|53|57P|58)/

/** The adapter's names of failures of the socket, which have no code: Prisma gives them one only in errors of statements. */
const UNAVAILABLE_KINDS = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
])

/** Returns SQLSTATE classes (PostgreSQL, appendix A) and Prisma's codes as problems; undefined for other errors. */
export const databaseProblem = (error: DatabaseError): Problem | undefined => {
  const code = sqlState(error) ?? error.code ?? ''
  if (UNAVAILABLE.has(code) || UNAVAILABLE_CLASSES.test(code) || isLostConnection(error) || isUnreachable(error)) {
    return unavailable('The database is unavailable. Try again in a moment.', error)
  }
  if (code === '57014') return unavailable('The database took too long. Try again, or request less.', error)
  if (code === 'P2002' || code === '23505')
    return conflict('duplicate', 'Another record has the same key. Choose another key, or change the existing record.')
  // PostgreSQL 18 distinguishes a rejected delete from a missing record; in earlier versions both are 23503.
  if (code === '23001') return conflict('in-use', 'Other records reference this one. Change or delete those first.')
  if (code === 'P2003' || code === '23503')
    return ruleRefused(
      'unknown-reference',
      'The record references another one that does not exist, or is still referenced.',
    )
  if (code.startsWith('GH')) return ownProblem(code, error)
  if (code === 'P2025') return new Problem(404, 'not-found', 'The record does not exist.')
  if (code === '22021' || code === '22P05')
    return new Problem(400, 'invalid-text', 'A text contains characters that cannot be stored. Remove them.')
  if (code === 'P2034' || code === '40001' || code === '40P01')
    return unavailable('Too many changes at the same time. Try again.', error)
  return undefined
}

/** Returns the codes that functions in the migrations raise. */
const ownProblem = (code: string, error: DatabaseError): Problem | undefined => {
  // settle_idempotency_key.
  if (code === 'GH001')
    return conflict(
      'idempotency-running',
      'Another request with this Idempotency-Key has replaced this one. Send the request again to get its response.',
    )
  // raise_synchronized.
  return code === 'GH002' ? synchronizedProblem(error) : undefined
}

const SYNCHRONIZED = /synchronized:(\d+):([^\n]*)/
/** Prisma quotes the text of the trigger in backticks. */
const SYNCHRONIZED_QUOTED = /synchronized:(\d+):([^\n`]*)/

/**
 * Returns the problem of a synchronized record. The trigger names the connection and its source: `synchronized:31:State
 * Association`.
 */
const synchronizedProblem = (error: DatabaseError): Problem => {
  const cause = error.cause as { originalMessage?: string } | undefined
  const original = cause?.originalMessage ?? error.meta?.driverAdapterError?.cause?.originalMessage
  const [, id, name] = SYNCHRONIZED.exec(original ?? '') ?? SYNCHRONIZED_QUOTED.exec(error.message) ?? []
  return synchronized(name, id === undefined ? undefined : Number(id))
}

/** Returns the SQLSTATE in the cause of Prisma's error, or of the driver's error. */
export const sqlState = (error: DatabaseError): string | undefined => {
  const below = error.meta?.driverAdapterError?.cause?.originalCode
  if (below) return below
  const cause = error.cause as { originalCode?: string } | undefined
  if (cause?.originalCode) return cause.originalCode
  return /^[0-9A-Z]{5}$/.test(error.code ?? '') && !error.code?.startsWith('P2') ? error.code : undefined
}

/**
 * Describes an error of the database without its message, which repeats values: `database error 23505, constraint contact_pkey,
 * table contact`.
 */
export const databaseFault = (error: DatabaseError): string => {
  const { constraint = error.meta?.driverAdapterError?.cause?.constraint, table = error.meta?.modelName } = error
  const code = sqlState(error) ?? error.code
  const named = typeof constraint === 'object' ? (constraint.index ?? constraint.fields?.join(', ')) : constraint
  return [
    code === undefined ? 'database error' : `database error ${code}`,
    ...(named ? [`constraint ${named}`] : []),
    ...(table ? [`table ${table}`] : []),
  ].join(', ')
}

/** Returns whether the connection was lost or never established: the driver has no codes for this, only messages. */
const isLostConnection = ({ message }: Error): boolean =>
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/.test(message)

const isUnreachable = (error: DatabaseError): boolean => {
  const cause = (error.meta?.driverAdapterError?.cause ?? error.cause) as AdapterCause | undefined
  return cause?.kind !== undefined && UNAVAILABLE_KINDS.has(cause.kind)
}

/** Returns whether the database role lacks the right to this, or row-level security rejects the row. */
export const isRefusedByRowSecurity = (error: DatabaseError): boolean => sqlState(error) === '42501'
