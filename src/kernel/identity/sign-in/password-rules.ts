import { badInput } from '#kernel/errors/problem'
import { inThreadOfInstallation } from '#kernel/threads/thread'
import { threadTask } from '#kernel/threads/thread-task'
import { hashPassword, MAX_LENGTH, MIN_LENGTH } from './password.ts'

/** The person whose password it is. */
export interface PasswordOwner {
  email: string
  displayName: string
}

/** Estimates whether a password is as easy to guess as a common one. */
export const IS_GUESSABLE = threadTask<{ password: string; words: string[] }, boolean>('is-guessable')

/** Characters beside the own name and address that a password needs. */
const MIN_OTHERS = 8

/**
 * Checks and hashes a new password. @throws 400 with the pointer /password if it is too short or too long, like a common
 * password, or made of the name or address of its owner.
 */
export const hashNewPassword = async (password: string, owner: PasswordOwner): Promise<string> => {
  if (password.length < MIN_LENGTH) throw badInput('/password', `must have at least ${MIN_LENGTH} characters`)
  if (password.length > MAX_LENGTH) throw badInput('/password', `must have at most ${MAX_LENGTH} characters`)
  const words = wordsOf(owner)
  if (lengthWithout(words, password) < MIN_OTHERS)
    throw badInput('/password', 'must not consist of your name or email address')
  if (await inThreadOfInstallation(IS_GUESSABLE, { password, words }))
    throw badInput('/password', 'is too easy to guess, because it is like a common password. Use several unusual words')
  return hashPassword(password)
}

/** The parts of name and address that are long enough to be words, the longest first. */
const wordsOf = ({ email, displayName }: PasswordOwner): string[] =>
  [...new Set(`${email} ${displayName}`.toLowerCase().split(/[^\p{L}\p{N}]+/u))]
    .filter((word) => word.length > 2)
    .sort((a, b) => b.length - a.length)

const lengthWithout = (words: readonly string[], password: string): number =>
  words.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '').length
