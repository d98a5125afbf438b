import type { ProblemType } from './problem-type.ts'

/** Records that do not exist, or are not in the state or version that the request expects. */
export const state = {
  'not-found': {
    status: [404],
    meaning: 'The record does not exist. A record of another tenant gets exactly the same response.',
    advice: 'Check the id and the tenant of the credential.',
  },
  'public-url-needed': {
    status: [503],
    meaning: 'The server listens on a public address and does not know its name, so OAuth and sign-in are off.',
    advice: 'Ask the operator to set PUBLIC_URL.',
  },
  'no-such-route': {
    status: [404],
    meaning: 'No operation has this method and path.',
    advice: 'Compare with the API reference, which lists the operations of this server.',
  },
  'stale-audit-id': {
    status: [409],
    meaning:
      'The record has changed since it was read, or the request states no version. AuditId contains the current one.',
    advice: 'Read the record, apply the change to its current state, and send its AuditId.',
  },
  'last-administrator': {
    status: [409],
    meaning: 'The tenant would have no login of staff left that can sign in with the scope admin.',
    advice: 'Give another login the role of an administrator first.',
  },
  'login-elsewhere': {
    status: [409],
    meaning:
      'The login of the seat also has access to other organizations or to the platform, so the tenant cannot change it.',
    advice: 'Ask the person to request a link at /forgot-password, or the administrator of the platform to mail one.',
  },
  duplicate: {
    status: [409],
    meaning: 'Another record has the same key or name.',
    advice: 'Choose another, or change the existing record.',
  },
  'idempotency-running': {
    status: [409],
    meaning: 'A request with this Idempotency-Key is still running, or replaced this one.',
    advice: 'Wait a moment and send the same request again.',
  },
  'idempotency-answer-lost': {
    status: [409],
    meaning: 'The first request with this Idempotency-Key was carried out, but its response was lost in a crash.',
    advice: 'Read the record. Do not repeat the request with a new key: that would do it twice.',
  },
  'nothing-to-reset': {
    status: [409],
    meaning: 'The template already has the current built-in text, or there is no built-in text for it.',
    advice: 'Read the template: its Actions contain reset if it can be reset.',
  },
  'export-running': {
    status: [409],
    meaning: 'An export of the tenant is not complete.',
    advice: 'Read its progress, and continue when it has ended.',
  },
  'migration-running': {
    status: [409],
    meaning: 'Another migration of the database, or of the templates of the tenant, runs or waits to run.',
    advice: 'Read GET /api/migration/report until no run is queued or running, and send the request again.',
  },
  'mail-not-failed': {
    status: [409],
    meaning: 'Only a mail that failed can be sent again. This one is waiting, sent or suppressed.',
    advice: 'Read its Status. Do not write to a recipient who unsubscribed.',
  },
  'ledger-not-installed': {
    status: [409],
    meaning: 'The tenant has no ledger installation, or another one than the request names.',
    advice: 'Install the ledger with POST /api/ledgersettings/settings/ledgerinstall, or send the current id.',
  },
  'ledger-not-connected': {
    status: [409],
    meaning: 'The ledger has not granted access, or no longer grants it.',
    advice: 'Connect it with GET /api/ledgersettings/settings/connect/ledgeronline.',
  },
  'execution-not-failed': {
    status: [409],
    meaning: 'The execution of the ledger sync waits, runs or has ended well, so it is not sent again.',
    advice: 'Read its Status. Only failed executions are sent again.',
  },
  'job-not-failed': {
    status: [409],
    meaning: 'The background job runs now, or has not failed, so it is not run again.',
    advice: 'Read its State. Only failed jobs are run again.',
  },
  'resync-running': {
    status: [409],
    meaning: 'The failed documents of an earlier mass resync are still being sent.',
    advice: 'Wait until the ledger log shows their result.',
  },
  'in-use': {
    status: [409],
    meaning:
      'The record cannot be deleted, or changed in this respect, while others use it. `users` names those that you can read.',
    advice: 'Change or delete those first, or deactivate this one if the operation offers it.',
  },
  'login-disabled': {
    status: [409],
    meaning: 'The login is disabled, so its member cannot be invited.',
    advice: 'Enable it first: IsDisabled false.',
  },
  'mail-suppressed': {
    status: [409],
    meaning:
      'Mail to the address of the login is suppressed, so its member cannot be invited. The detail contains the reason.',
    advice:
      'Change EmailAddress, or correct the EmailStatus or delete the suppression if the address works and its owner wants mail.',
  },
  'already-decided': {
    status: [409],
    meaning: 'The proposal was approved or declined before.',
    advice: 'Read it. Change or delete the item of an approved proposal instead.',
  },
  'not-published': {
    status: [409],
    meaning: 'The calendar is not published, so it has no feed address to replace.',
    advice: 'Publish it: IsICalPublishingEnabled true creates an address.',
  },
  'has-values': {
    status: [409],
    meaning: 'Records have values for the custom field, which this change would remove or make unreadable.',
    advice: 'Archive the field to hide it and keep them. To delete it with its values, send forcesave true.',
  },
  'choice-in-use': {
    status: [409],
    meaning: 'The list leaves out a choice that values use.',
    advice: 'Send it with IsActive false: existing values keep it, and it is no longer offered.',
  },
  'workflow-active': {
    status: [409],
    meaning: 'The workflow is active and can have contacts in it, so it cannot be deleted.',
    advice: 'Deactivate it first.',
  },
  'contacts-waiting': {
    status: [409],
    meaning: 'Contacts are waiting at the step, so its type cannot change.',
    advice: 'Add a step of the other type after it and deactivate this one.',
  },
  'lane-in-use': {
    status: [409],
    meaning: 'The branch has steps in one of its lanes.',
    advice: 'Delete those steps first, or move them to another lane.',
  },
  'system-record': {
    status: [409],
    meaning: 'The record is created with every tenant, and other parts of the system depend on it.',
    advice: 'Keep it, or create your own in addition.',
  },
  'chapter-warnings': {
    status: [409],
    meaning: 'The chapter can be saved, but probably not as intended. `errors` has one entry for each warning.',
    advice: 'Check each. If everything is intended, send it again with forcesave true.',
  },
  'not-awaiting-review': {
    status: [409],
    meaning: 'The certification does not await review, or was already decided.',
    advice: 'Read it again.',
  },
  'possible-duplicate': {
    status: [409],
    meaning: 'A contact that may be the same already exists. `candidates` lists it.',
    advice: 'Use that one. If it is another person or organization, send forceSave true.',
  },
  'already-matched': {
    status: [409],
    meaning: 'The person matches a contact already. ContactId identifies the contact.',
    advice: 'Read that contact.',
  },
  'already-member': {
    status: [409],
    meaning:
      'The contact already has a membership of this type that has not ended or is about to return. MembershipId identifies it.',
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
    meaning: 'The membership does not await approval, or was already decided.',
    advice: 'Read it again.',
  },
  'term-waiting': {
    status: [409],
    meaning: 'A term is already waiting for its payment. InvoiceId identifies its invoice.',
    advice: 'Pay that invoice.',
  },
  'change-waiting': {
    status: [409],
    meaning: 'A change of level is already waiting for its payment.',
    advice: 'Pay its invoice.',
  },
  'partly-paid': {
    status: [409],
    meaning: 'The next term is partly paid, so its level can no longer change.',
    advice: 'Change the level after the term has begun.',
  },
  'wrong-status': {
    status: [409],
    meaning: 'The action does not fit the status of the membership, which Status contains.',
    advice: 'Read it again. Actions lists the possible actions.',
  },
  'task-open': {
    status: [409],
    meaning:
      'The task cannot be completed while a task that it depends on, or a subtask, is open. TaskItemId identifies it.',
    advice: 'Complete that one first.',
  },
  'parent-complete': {
    status: [409],
    meaning: 'The parent task is complete, which requires all of its subtasks to be complete.',
    advice: 'Reopen the parent task first.',
  },
  'invoice-paid': {
    status: [409],
    meaning: 'The invoice is paid.',
    advice: 'Read it again.',
  },
  'invoice-void': {
    status: [409],
    meaning: 'The invoice is void and cannot be paid.',
    advice: 'Read the record that it belongs to.',
  },
  'nothing-to-pay': {
    status: [409],
    meaning: 'No invoice is open.',
    advice: 'Read it again.',
  },
  'not-deleted': {
    status: [409],
    meaning: 'The contact is not deleted, so it cannot be restored.',
    advice: 'Read it again.',
  },
  merged: {
    status: [409],
    meaning: 'The contact was merged into another. mergedIntoId identifies the winner, which has all its records.',
    advice: 'Use the winner.',
  },
  'precondition-failed': {
    status: [412],
    meaning: 'If-Match does not match the current version, which AuditId contains.',
    advice: 'Read the record and try again with its ETag.',
  },
} as const satisfies Record<string, ProblemType>
