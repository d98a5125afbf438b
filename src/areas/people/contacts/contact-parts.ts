import type { FastifyReply } from 'fastify'
import { sendVersion } from '#kernel/http/versions'

/** Something of a contact, with the version of the contact it belongs to. */
export interface Versioned<T> {
  answer: T
  auditId: number
}

/** Sends the version of the contact as ETag and answers what is presented. */
export const withVersion = <T, A>(
  reply: FastifyReply,
  { answer, auditId }: Versioned<T>,
  present: (answer: T) => A,
): A => {
  sendVersion(reply, auditId)
  return present(answer)
}

/** What is answered where something was removed: nothing to tell. */
export const gone = (): Record<string, never> => ({})

/** Presents each row of a list. */
export const each =
  <T, A>(present: (row: T) => A) =>
  (rows: readonly T[]): A[] =>
    rows.map(present)
