import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { badInput } from '#kernel/errors/problem'

/** OWASP's smallest recommended setting: 19 MiB, two passes, one lane. */
const COST = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const SHORTEST = 12
const LONGEST = 256

/** argon2id in PHC form. Throws 400 for a password that is too short to be one, or longer than is read. */
export const hashPassword = (password: string): Promise<string> => {
  if (password.length < SHORTEST) throw badInput('/password', `must have at least ${SHORTEST} characters`)
  if (password.length > LONGEST) throw badInput('/password', `must have at most ${LONGEST} characters`)
  return hash(normalised(password), COST)
}

/** Takes as long for a login that does not exist (no hash) as for one that does, so that guessing logins tells nothing. */
export const verifyPassword = async (password: string, kept: string | undefined): Promise<boolean> => {
  decoy ??= hash('a password that nobody has', COST)
  const against = kept ?? (await decoy)
  const isRight = await verify(against, normalised(password.slice(0, LONGEST)))
  return isRight && kept !== undefined
}

let decoy: Promise<string> | undefined

/** The same characters typed on different systems are the same password (RFC 8265). */
const normalised = (password: string): string => password.normalize('NFC')
