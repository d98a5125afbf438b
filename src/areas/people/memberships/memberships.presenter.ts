import type { FastifyReply } from 'fastify'
import { JsonText } from '#kernel/http/serve'
import { sendVersion } from '#kernel/http/versions'
import type { MembershipText } from './memberships.sql.ts'

/** Sends the version as ETag and returns the membership for the response. */
export const sendMembership = (reply: FastifyReply, { text, auditId }: MembershipText): JsonText => {
  sendVersion(reply, auditId)
  return new JsonText(text)
}
