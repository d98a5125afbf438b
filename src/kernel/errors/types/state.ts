import type { ProblemType } from './problem-type.ts'

/** What is not there, or not in the state or version that the request expects. */
export const state = {
  'not-found': {
    status: [404],
    meaning: 'There is no such record. A record of another tenant is answered in exactly the same way.',
    advice: 'Check the id and the tenant of the credential.',
  },
  'no-such-route': {
    status: [404],
    meaning: 'No operation has this method and path.',
    advice: 'Compare with the API reference. It lists what this server has.',
  },
  'stale-audit-id': {
    status: [409],
    meaning: 'The record has changed since it was read, or no version was named. AuditId carries the current one.',
    advice: 'Read the record, apply the change to what it is now, and send its AuditId.',
  },
  duplicate: {
    status: [409],
    meaning: 'Another record has the same key or name.',
    advice: 'Choose another, or change the record that is there.',
  },
  'idempotency-running': {
    status: [409],
    meaning: 'The first request with this Idempotency-Key has not been answered yet.',
    advice: 'Wait a moment and send the same request again.',
  },
  'idempotency-answer-lost': {
    status: [409],
    meaning: 'The first request with this Idempotency-Key was carried out, but its answer was lost in a crash.',
    advice: 'Read the record. Do not repeat the request with a new key: that would do it twice.',
  },
  'mail-not-failed': {
    status: [409],
    meaning: 'Only a mail that failed is sent again. This one waits, was sent, or is held back.',
    advice: 'Read its Status. Who wants no mail must not get it by another way.',
  },
  'in-use': {
    status: [409],
    meaning: 'The record cannot be deleted, or changed in this respect, while others use it.',
    advice: 'Change or delete those first, or deactivate this one where the operation offers it.',
  },
  'system-record': {
    status: [409],
    meaning: 'The record is one that every tenant starts with and that other parts of the system go by.',
    advice: 'Leave it, or make one of your own beside it.',
  },
  'chapter-warnings': {
    status: [409],
    meaning: 'The chapter can be saved, but probably not as meant; errors has one entry for each warning.',
    advice: 'Look at each. Where all is meant, send it again with forcesave true.',
  },
  'not-awaiting-review': {
    status: [409],
    meaning: 'The certification does not await review, or was decided on already.',
    advice: 'Read it again.',
  },
  'possible-duplicate': {
    status: [409],
    meaning: 'A contact that may be the same exists already; candidates names it.',
    advice: 'Use that one. Where it is somebody else, send forceSave true.',
  },
  'not-deleted': {
    status: [409],
    meaning: 'The contact is not deleted, so there is nothing to restore.',
    advice: 'Read it again.',
  },
  merged: {
    status: [409],
    meaning: 'The contact ended in a merge; what it held belongs to the winner, which mergedIntoId names.',
    advice: 'Work with the winner.',
  },
  'precondition-failed': {
    status: [412],
    meaning: 'If-Match names another version than the current one, which AuditId carries.',
    advice: 'Read the record and try again with its ETag.',
  },
} as const satisfies Record<string, ProblemType>
