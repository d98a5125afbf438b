import type { FastifyReply } from 'fastify'
import { sendVersion } from '#kernel/http/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Versioned } from './contact-parts.queries.ts'
import { canWriteContacts } from './contacts.sql.ts'

/** Sends the version of the contact as ETag, and returns what belongs to the contact. */
export const sendVersionOf = <T>(reply: FastifyReply, { result, auditId }: Versioned<T>): T => {
  sendVersion(reply, auditId)
  return result
}

/** Returns what the caller can do with a part of a contact. */
export const getPartActions = (scope: Scope): ('view' | 'edit' | 'delete')[] =>
  canWriteContacts(scope) ? ['view', 'edit', 'delete'] : ['view']

/** Formats a stored day as YYYY-MM-DD. */
export const formatDay = (day: Date | null): string | null => (day ? day.toISOString().slice(0, 10) : null)
