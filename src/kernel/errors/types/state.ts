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
  'not-published': {
    status: [409],
    meaning: 'The calendar is not published, so it has no feed address that could be replaced.',
    advice: 'Switch publishing on: IsICalPublishingEnabled true makes an address.',
  },
  'has-values': {
    status: [409],
    meaning: 'Records have values for the custom field, which this would take away or make unreadable.',
    advice: 'Archive the field to hide it and keep them. To delete it with its values, send forcesave true.',
  },
  'choice-in-use': {
    status: [409],
    meaning: 'A choice that values use was left out of the list.',
    advice: 'Send it with IsActive false: it stays where it is and is offered to nobody.',
  },
  'workflow-active': {
    status: [409],
    meaning: 'The workflow runs; it is not deleted under the contacts that are in it.',
    advice: 'Switch it off first.',
  },
  'contacts-waiting': {
    status: [409],
    meaning: 'Contacts wait at the step, so that it cannot become one of another type.',
    advice: 'Add a step of the other type behind it and switch this one off.',
  },
  'lane-in-use': {
    status: [409],
    meaning: 'The branch has steps in one of its lanes.',
    advice: 'Delete those steps first, or move them to another lane.',
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
  'already-member': {
    status: [409],
    meaning:
      'The contact holds a membership of this type that has not ended or is about to come back; MembershipId names it.',
    advice: 'Renew that one.',
  },
  'membership-ended': {
    status: [409],
    meaning: 'The membership was dropped or cancelled.',
    advice: 'Reinstate it first.',
  },
  'not-approved': {
    status: [409],
    meaning: 'The membership awaits approval.',
    advice: 'Approve or decline it first.',
  },
  'not-awaiting-approval': {
    status: [409],
    meaning: 'The membership does not await approval, or was decided on already.',
    advice: 'Read it again.',
  },
  'term-waiting': {
    status: [409],
    meaning: 'A term waits for its payment already; InvoiceId names its invoice.',
    advice: 'Have that paid.',
  },
  'change-waiting': {
    status: [409],
    meaning: 'A change of level waits for its payment already.',
    advice: 'Have that paid.',
  },
  'partly-paid': {
    status: [409],
    meaning: 'A part of the next term is paid already, so that its level cannot change any more.',
    advice: 'Change the level once the term has begun.',
  },
  'wrong-status': {
    status: [409],
    meaning: 'What is asked for does not fit the status of the membership, which Status names.',
    advice: 'Read it again; Actions tells what can be done.',
  },
  'task-open': {
    status: [409],
    meaning:
      'The task cannot be complete while another is open: one that it depends on, or a subtask. TaskItemId names it.',
    advice: 'Complete that one first.',
  },
  'parent-complete': {
    status: [409],
    meaning: 'The task that this is a subtask of is complete, and stays so only with all of its subtasks.',
    advice: 'Reopen that task first.',
  },
  'invoice-paid': {
    status: [409],
    meaning: 'The invoice is paid.',
    advice: 'Read it again.',
  },
  'invoice-void': {
    status: [409],
    meaning: 'The invoice is void: nothing can be paid on it.',
    advice: 'Read the record that it was for.',
  },
  'nothing-to-pay': {
    status: [409],
    meaning: 'No invoice is open.',
    advice: 'Read it again.',
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
