import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** OWASP's smallest recommended setting: 19 MiB, two passes, one lane. */
const COST = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const MIN_LENGTH = 12
export const MAX_LENGTH = 256

/** Hashes a password with argon2id, in PHC form. New passwords of people are checked first: `hashNewPassword`. */
export const hashPassword = (password: string): Promise<string> => hash(normalized(password), COST)

/** Takes equally long for an unknown login (no hash) and a known one, so that the time discloses nothing. */
export const verifyPassword = async (password: string, kept: string | undefined): Promise<boolean> => {
  decoy ??= hash('a password without a login', COST)
  const against = kept ?? (await decoy)
  const isRight = await verify(against, normalized(password.slice(0, MAX_LENGTH)))
  return isRight && kept !== undefined
}

/** Returns whether two entries are the same password. */
export const isSamePassword = (one: string, other: string): boolean => normalized(one) === normalized(other)

let decoy: Promise<string> | undefined

/** Normalizes a password: the same characters typed on different systems are the same password (RFC 8265). */
const normalized = (password: string): string => password.normalize('NFC')
