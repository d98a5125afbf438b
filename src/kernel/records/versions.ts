import { missingAuditId, preconditionFailed, staleAuditId } from '../errors/problem.ts'

/** The version of a record that the caller has read: from the body or path (AuditId) and from If-Match. */
export interface ExpectedVersion {
  auditId: number | null
  /** The versions that match; `any` for an asterisk, null if none is stated. */
  ifMatch: readonly number[] | 'any' | null
  /** Whether a change must state the version. False for records whose shape carries no AuditId. */
  isRequired: boolean
}

/**
 * Rejects a change of a record that has another version by now: 412 by If-Match, 409 by AuditId. Where a version is
 * required and none is stated, the response is 409 with the current one.
 *
 * @param pointer the field of a nested record's AuditId, for the error.
 */
export const requireVersion = (current: number, expected: ExpectedVersion, pointer?: string): void => {
  const { auditId, ifMatch, isRequired } = expected
  if (ifMatch !== null && ifMatch !== 'any' && !ifMatch.includes(current)) throw preconditionFailed(current)
  if (auditId === null && isRequired && ifMatch === null) throw missingAuditId(current, pointer)
  if (auditId !== null && auditId !== current) throw staleAuditId(current, pointer)
}

/** Returns the version that an AuditId states without If-Match; null or 0 states none. */
export const versionOf = (auditId: number | null | undefined): ExpectedVersion => ({
  auditId: auditId || null,
  ifMatch: null,
  isRequired: false,
})

/**
 * Returns the version of a part with its own AuditId. If-Match refers to the record that the part belongs to, and
 * replaces a missing AuditId.
 */
export const partVersion = ({ auditId, ifMatch }: ExpectedVersion): ExpectedVersion => ({
  auditId,
  ifMatch: null,
  isRequired: ifMatch === null,
})
