import type { FastifyReply, FastifyRequest } from 'fastify'
import { badInput } from '../errors/problem.ts'
import type { ExpectedVersion } from '../records/versions.ts'

/**
 * Reads the version that a change must state, from the AuditId of the body or path and from If-Match. An AuditId that
 * is 0 or absent states nothing.
 */
export const expectedVersion = (request: FastifyRequest, auditId: number | null | undefined): ExpectedVersion => ({
  auditId: auditId || null,
  ifMatch: parseIfMatch(request.headers['if-match']),
  isRequired: true,
})

/** Reads the version from If-Match only, which is optional: for records whose shape carries no AuditId. */
export const expectedIfMatch = (request: FastifyRequest): ExpectedVersion => ({
  auditId: null,
  ifMatch: parseIfMatch(request.headers['if-match']),
  isRequired: false,
})

/** No record has this version. */
const NO_VERSION = -1

/** One entity tag; a header contains ten at most. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/
const TAGS = new RegExp(`^${TAG.source}(?:\\s*,\\s*${TAG.source}){0,9}$`)

/**
 * Parses If-Match; null without the header. A weak tag, or one that we never send, matches nothing (RFC 9110, section
 * 13.1.1).
 */
const parseIfMatch = (header: string | undefined): ExpectedVersion['ifMatch'] => {
  if (header === undefined) return null
  const given = header.trim()
  if (given === '*') return 'any'
  if (!TAGS.test(given)) throw badInput('header:If-Match', 'must be an entity tag as sent in ETag, for example "3"')
  const tags = given.match(new RegExp(TAG, 'g')) ?? []
  return tags.map((tag) => (/^"\d{1,10}"$/.test(tag) ? Number(tag.slice(1, -1)) : NO_VERSION))
}

/** Sends a record's version as ETag. */
export const sendVersion = (reply: FastifyReply, auditId: number): void => {
  reply.header('etag', `"${auditId}"`)
}
