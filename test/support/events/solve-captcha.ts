import { hash } from 'node:crypto'
import type { RegistrationCaptcha } from '#contract/events/public-registration'

/** The solution of a proof of work, as a browser sends it before it is encoded. */
export interface Solution {
  algorithm: string | null
  challenge: string | null
  number: number
  salt: string | null
  signature: string | null
}

/** Finds the number by the documented rule, without the library of the server. */
export const solveCaptcha = (captcha: NonNullable<RegistrationCaptcha>): Solution => {
  const { Algorithm: algorithm, Challenge: challenge, Salt: salt, Signature: signature, MaxNumber } = captcha
  for (let number = 0; number <= (MaxNumber ?? 0); number++)
    if (hash('sha256', `${salt}${number}`) === challenge) return { algorithm, challenge, number, salt, signature }
  throw new Error('The challenge has no solution.')
}

export const encodeSolution = (solution: object): string => Buffer.from(JSON.stringify(solution)).toString('base64')
