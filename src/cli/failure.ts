import { CommanderError } from 'commander'
import { ConfigError } from '#kernel/config/config'
import { Problem } from '#kernel/errors/problem'

/** Something that the user can put right; the message says how. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** The exit codes: 1 the work failed, 2 the command was not understood. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  return 1
}

/** What goes to standard error; undefined where it was said already. A stack is shown only where the program is at fault. */
export const describeFailure = (error: unknown): string | undefined => {
  if (error instanceof CommanderError) return undefined
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Problem) return describeProblem(error)
  const isExpected = error instanceof UserError || error instanceof ConfigError || 'advice' in error
  if (isExpected || OUR_NAMES.has(error.name)) return error.message
  return connectionFailure(error) ?? error.stack ?? error.message
}

/** Errors of the product whose message is for whoever runs it. */
const OUR_NAMES = new Set(['DemoBusyError', 'ImportBusyError', 'InstallationSecretError'])

/** Pointers are those of a request; here they are options: /displayName is --display-name. */
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
  ECONNREFUSED: 'nobody answers there',
  ENOTFOUND: 'its name is unknown',
  ETIMEDOUT: 'it does not answer',
  '28P01': 'the password is wrong',
  '28000': 'it does not let this user in',
  '3D000': 'it has no database of that name',
}

const connectionFailure = (error: Error): string | undefined => {
  const { code } = error as { code?: string }
  const reason = code === undefined ? undefined : UNREACHABLE[code]
  return reason && `PostgreSQL cannot be reached: ${reason}. Check DATABASE_URL (guildhall config shows what is set).`
}
