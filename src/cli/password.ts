import { isCancel, isTTY, password } from '@clack/prompts'
import { UserError } from './failure.ts'

const VARIABLE = 'GUILDHALL_PASSWORD'

/**
 * Reads a password from standard input, a variable, or a hidden prompt. Never from the command line, which other users of
 * the machine can read.
 */
export const readPassword = async (fromStdin: boolean): Promise<string> => {
  if (fromStdin) return firstLine(await readAll(process.stdin))
  const given = process.env[VARIABLE]
  if (given) return given
  if (!isTTY(process.stdout) || !process.stdin.isTTY)
    throw new UserError(
      `There is no terminal to ask for the password. Set ${VARIABLE}, or pipe the password with --password-stdin.`,
    )
  const typed = await ask('Password (at least 12 characters)')
  if (typed !== (await ask('The same again'))) throw new UserError('The two are not the same.')
  return typed
}

const ask = async (message: string): Promise<string> => {
  const typed = await password({ message })
  if (isCancel(typed)) throw new UserError('Nothing was changed.')
  return typed
}

const readAll = async (stream: NodeJS.ReadableStream): Promise<string> => {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

const firstLine = (text: string): string => text.split(/\r?\n/)[0] ?? ''
