import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { performer } from '#kernel/threads/thread-task'
import { IS_GUESSABLE } from './password-rules.ts'

/** The estimate takes longer for longer texts, and no longer text is easy to guess by what follows. */
const MAX_ESTIMATED = 64
/** Of 0 to 4: fewer than 100 million guesses. */
const GUESSABLE = 2

let estimator: ZxcvbnFactory | undefined

/** Compares with lists of common passwords, rows of keys, dates, repetitions and the words of the owner. */
export const isGuessable = ({ password, words }: { password: string; words: string[] }): boolean => {
  estimator ??= new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary })
  return estimator.check(password.slice(0, MAX_ESTIMATED), words).score <= GUESSABLE
}

export const passwordTasks = [performer(IS_GUESSABLE, isGuessable)]
