import type { CallProblem } from '#services/calls/call-operation'
import { plainText } from './plain-words.ts'

/** The parts of a problem document that the console shows. */
export interface ShownProblem {
  status: number
  code: string
  detail: string
  /** Each names its field by a pointer. */
  errors: readonly { pointer: string; message: string }[]
}

export const shownProblem = ({ status, code, detail, errors = [] }: CallProblem): ShownProblem => ({
  status,
  code,
  detail,
  errors,
})

/** An operation rejected a call of the console. */
export class Refused extends Error {
  readonly problem: ShownProblem

  constructor(problem: ShownProblem) {
    super(problem.detail)
    this.problem = problem
  }
}

/** Returns the text of a problem for a person: what is wrong and what to do, each fault once. */
export const problemText = ({ code, detail, errors }: ShownProblem): string => {
  const text = plainText({ code, detail })
  if (text !== detail) return text
  const faults = errors.map(({ pointer, message }) => sentence(`${fieldName(pointer)} ${message}`.trim()))
  // The detail of an invalid request repeats its first fault.
  const isRepeated = errors.some(({ message }) => message !== '' && detail.includes(message))
  return [...new Set(isRepeated ? faults : [detail, ...faults])].filter((text) => text !== '').join(' ')
}

/** Names the field of a pointer in words: "Email address" for /Contacts/0/EmailAddress. */
const fieldName = (pointer: string): string => {
  const last = pointer.split(/[/:]/).findLast((part) => part !== '' && !/^\d+$/.test(part)) ?? ''
  const words = last
    .replace(/^\$/, '')
    .replace(/([a-z\d])([A-Z])/g, (_all, before, letter) => `${before} ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
