import { badInput } from '#kernel/errors/problem'
import type { BuiltInText } from './template-mark.ts'

/**
 * Parses the version that an edited text is based on. Callers send the newest one after they took over its changes.
 *
 * @throws 400 if there is no such version.
 */
export const parseBuiltInVersion = (
  input: number | null | undefined,
  builtIn: BuiltInText | undefined,
): number | undefined => {
  if (input === undefined || input === null || !builtIn) return undefined
  if (input < 1 || input > builtIn.version)
    throw badInput('/BuiltInVersion', `must be a version of the built-in text, 1 to ${builtIn.version}`)
  return input
}
