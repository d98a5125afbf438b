import { CommanderError } from 'commander'
import { ConfigError } from '#kernel/config/config'
import { Problem } from '#kernel/errors/problem'

/** An error that the user can correct; the message states how. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** The exit codes: 1 the work failed, 2 the command was not understood. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  return 1
}

/** The text for standard error; undefined if it was already printed. A stack trace is shown only for internal errors. */
export const describeFailure = (error: unknown): string | undefined => {
  if (error instanceof CommanderError) return undefined
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Problem) return describeProblem(error)
  const isExpected = error instanceof UserError || error instanceof ConfigError || 'advice' in error
  if (isExpected || OUR_NAMES.has(error.name)) return error.message
  return connectionFailure(error) ?? error.stack ?? error.message
}

/** Errors of the product with a message for the operator. */
const OUR_NAMES = new Set(['DemoBusyError', 'ImportBusyError', 'InstallationSecretError'])

/** Converts the pointers of a request to options: /displayName is --display-name. */
const describeProblem = ({ message, errors }: Problem): string => {
  if (errors.length === 0) return message
  return errors.map((fault) => `${optionOf(fault.pointer)} ${fault.message}`).join('\n')
}

const optionOf = (pointer: string): string =>
  `--${pointer
    .replace(/^\//, '')
    .replace(/\/.*$/, '')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name is unknown',
  ETIMEDOUT: 'it does not respond',
  '28P01': 'the password is wrong',
  '28000': 'it rejects this user',
  '3D000': 'the database does not exist',
}

const connectionFailure = (error: Error): string | undefined => {
  const { code } = error as { code?: string }
  const reason = code === undefined ? undefined : UNREACHABLE[code]
  return reason && `PostgreSQL is unavailable: ${reason}. Check DATABASE_URL (see: guildhall config).`
}
