import { badInput } from '#kernel/errors/problem'
import { inThreadOfInstallation } from '#kernel/threads/thread'
import { threadTask } from '#kernel/threads/thread-task'
import { hashPassword, MAX_LENGTH, MIN_LENGTH } from './password.ts'

/** The person whose password it is. */
export interface PasswordOwner {
  email: string
  displayName: string
  /** The names of the organizations in which the password is used. */
  organizations: readonly string[]
}

/** Estimates whether a password is as easy to guess as a common one. */
export const IS_GUESSABLE = threadTask<{ password: string; words: string[] }, boolean>('is-guessable')

/** The name of the product is part of no password: attackers combine it with years and names. */
const PRODUCT = 'Guildhall'

/** Letters and digits of the shortest name that is refused in a password. Shorter ones are parts of ordinary words. */
const MIN_NAME = 4

/** Characters other than the names and the address that a password needs. */
const MIN_OTHERS = 8

/**
 * Checks and hashes a new password. @throws 400 with the pointer /password if it is too short or too long, like a common
 * password, made of the name or address of its owner, or contains the name of the product or of an organization.
 */
export const hashNewPassword = async (password: string, owner: PasswordOwner): Promise<string> => {
  if (password.length < MIN_LENGTH) throw badInput('/password', `must have at least ${MIN_LENGTH} characters`)
  if (password.length > MAX_LENGTH) throw badInput('/password', `must have at most ${MAX_LENGTH} characters`)
  if (findName([PRODUCT, ...owner.organizations], password) !== undefined)
    throw badInput('/password', 'must not contain the name of your organization or of the product')
  const words = wordsOf(owner)
  if (lengthWithout(words, password) < MIN_OTHERS)
    throw badInput('/password', 'must not consist of your name or email address')
  if (await inThreadOfInstallation(IS_GUESSABLE, { password, words }))
    throw badInput('/password', 'is too easy to guess, because it is like a common password. Use several unusual words')
  return hashPassword(password)
}

/** Finds the first of the names that a password contains, in any spelling with the same letters and digits. */
const findName = (names: readonly string[], password: string): string | undefined => {
  const letters = lettersOf(password)
  return names.map(lettersOf).find((name) => name.length >= MIN_NAME && letters.includes(name))
}

/** Returns letters and digits, without case, accents, spaces and punctuation. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the parts of the names and the address that are long enough to be words, the longest first. */
const wordsOf = ({ email, displayName, organizations }: PasswordOwner): string[] =>
  [
    ...new Set(
      [email, displayName, PRODUCT, ...organizations]
        .join(' ')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    ),
  ]
    .filter((word) => word.length > 2)
    .sort((a, b) => b.length - a.length)

const lengthWithout = (words: readonly string[], password: string): number =>
  words.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '').length
