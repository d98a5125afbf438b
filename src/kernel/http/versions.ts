import type { FastifyReply, FastifyRequest } from 'fastify'
import { badInput, preconditionFailed, staleAuditId } from '../errors/problem.ts'

/** What the caller believes to be the record's version: from the body or path (AuditId) and from If-Match. */
export interface ExpectedVersion {
  auditId: number | null
  ifMatch: number | null
}

/** Reads both; 0 or absent says nothing about the version. */
export const expectedVersion = (request: FastifyRequest, auditId?: number | null): ExpectedVersion => ({
  auditId: auditId || null,
  ifMatch: parseIfMatch(request.headers['if-match']),
})

/** `*` matches whatever there is; weak tags never match (RFC 9110, section 13.1.1). */
const parseIfMatch = (header: string | undefined): number | null => {
  if (header === undefined || header.trim() === '*') return null
  const found = /^"(\d{1,10})"$/.exec(header.trim())
  if (!found) throw badInput('header:If-Match', 'must be one entity tag as answered in ETag, like "3"')
  return Number(found[1])
}

/**
 * Refuses a change of a record that has another version by now: 412 by If-Match, 409 by AuditId.
 * A record that exists can only be changed by naming its version; without one the answer is 409 with the current.
 */
export const assertVersion = (current: number, expected: ExpectedVersion): void => {
  if (expected.ifMatch !== null && expected.ifMatch !== current) throw preconditionFailed(current)
  if (expected.auditId === null && expected.ifMatch === null) throw staleAuditId(current)
  if (expected.auditId !== null && expected.auditId !== current) throw staleAuditId(current)
}

/** Refuses with 412 where If-Match names another version; for records whose shape carries no AuditId. */
export const assertIfMatch = (current: number, { ifMatch }: Pick<ExpectedVersion, 'ifMatch'>): void => {
  if (ifMatch !== null && ifMatch !== current) throw preconditionFailed(current)
}

/** The same number as ETag. */
export const sendVersion = (reply: FastifyReply, auditId: number): void => {
  reply.header('etag', `"${auditId}"`)
}
