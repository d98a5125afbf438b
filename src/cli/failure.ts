import { OperatorError } from '#kernel/errors/operator-error'
import { Problem } from '#kernel/errors/problem'
import { describeFailure } from '../failure.ts'

/** An error that the user can correct; the message states how. */
export class UserError extends OperatorError {
  override readonly name = 'UserError'
}

/** Ends a command with exit code 1: it has already printed what is wrong. */
export class SilentFailure extends Error {
  override readonly name = 'SilentFailure'
}

/** The text for standard error; undefined if it was already printed. */
export const describeCommandFailure = (error: unknown): string | undefined => {
  if (error instanceof SilentFailure) return undefined
  return error instanceof Problem ? describeProblem(error) : describeFailure(error)
}

/** Fields that commands ask for by another name. A password is never an option. */
const NAMES = new Map([
  ['contactid', '--contact'],
  ['displayname', '--name'],
  ['emailaddress', '--email'],
  ['tenantkey', '--tenant'],
  ['mapping', '--map'],
  ['contacttype', '--type'],
  ['language', '--language'],
  ['password', 'The password'],
])

/** Converts the pointers of a request to options: /timeZone is --time-zone. */
const describeProblem = ({ message, errors }: Problem): string => {
  if (errors.length === 0) return message
  return errors.map((fault) => `${optionOf(fault.pointer)} ${fault.message}`).join('\n')
}

const optionOf = (pointer: string): string => {
  const [, first = '', second = ''] = pointer.split('/')
  const field = first === 'Options' ? second : first
  const words = field.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`)
  return NAMES.get(field.toLowerCase()) ?? `--${words.toLowerCase()}`
}
