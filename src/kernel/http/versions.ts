import type { FastifyReply, FastifyRequest } from 'fastify'
import { badInput, preconditionFailed, staleAuditId } from '../errors/problem.ts'

/** What the caller believes to be the record's version: from the body or path (AuditId) and from If-Match. */
export interface ExpectedVersion {
  auditId: number | null
  /** The versions that will do; null: any. */
  ifMatch: readonly number[] | null
}

/** Reads both; 0 or absent says nothing about the version. */
export const expectedVersion = (request: FastifyRequest, auditId?: number | null): ExpectedVersion => ({
  auditId: auditId || null,
  ifMatch: parseIfMatch(request.headers['if-match']),
})

/** No record has this version. */
const NONE = -1

/** One entity tag; more than a few in one header are of no use to anyone. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/
const TAGS = new RegExp(`^${TAG.source}(?:\\s*,\\s*${TAG.source}){0,9}$`)

/** `*` matches whatever there is; a weak tag, or one that we never answer, matches nothing (RFC 9110, section 13.1.1). */
const parseIfMatch = (header: string | undefined): number[] | null => {
  const given = header?.trim() ?? '*'
  if (given === '*') return null
  if (!TAGS.test(given)) throw badInput('header:If-Match', 'must be an entity tag as answered in ETag, like "3"')
  const tags = given.match(new RegExp(TAG, 'g')) ?? []
  return tags.map((tag) => (/^"\d{1,10}"$/.test(tag) ? Number(tag.slice(1, -1)) : NONE))
}

/**
 * Refuses a change of a record that has another version by now: 412 by If-Match, 409 by AuditId.
 * A record that exists can only be changed by naming its version; without one the answer is 409 with the current.
 */
export const assertVersion = (current: number, expected: ExpectedVersion): void => {
  if (expected.ifMatch !== null && !expected.ifMatch.includes(current)) throw preconditionFailed(current)
  if (expected.auditId === null && expected.ifMatch === null) throw staleAuditId(current)
  if (expected.auditId !== null && expected.auditId !== current) throw staleAuditId(current)
}

/** Refuses with 412 where If-Match names another version; for records whose shape carries no AuditId. */
export const assertIfMatch = (current: number, { ifMatch }: Pick<ExpectedVersion, 'ifMatch'>): void => {
  if (ifMatch !== null && !ifMatch.includes(current)) throw preconditionFailed(current)
}

/** The same number as ETag. */
export const sendVersion = (reply: FastifyReply, auditId: number): void => {
  reply.header('etag', `"${auditId}"`)
}
