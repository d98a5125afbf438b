import type { FastifyReply } from 'fastify'
import { sendVersion } from '../../../../kernel/http/versions.ts'

/** Something of a contact, with the version of the contact it belongs to. */
export interface Versioned<T> {
  answer: T
  auditId: number
}

/** Sends the version of the contact as ETag and hands on the answer. */
export const withVersion = <T>(reply: FastifyReply, { answer, auditId }: Versioned<T>): T => {
  sendVersion(reply, auditId)
  return answer
}
