import type { ProblemType } from './problem-type.ts'

/** Input that is well formed, but rejected by a rule of the domain. */
export const rules = {
  'no-ledger-module': {
    status: [422],
    meaning: "The tenant's edition does not have the connection to an accounting ledger.",
    advice: 'Set LedgerModuleIsEnabled of the tenant settings, if the tenant is entitled to it.',
  },
  'nothing-failed': {
    status: [422],
    meaning: 'No document failed to be sent to the ledger, or all of them were sent since.',
    advice: 'Nothing is left to do.',
  },
  'closed-period-day': {
    status: [422],
    meaning: 'The closed period has no last day, or one that is not before today.',
    advice: 'Send a day that is yesterday or earlier in the time zone of the tenant.',
  },
  'connector-key': {
    status: [422],
    meaning:
      'The key cannot be the key of the connector: it is malformed, unknown, revoked or of another tenant, or lacks the scope.',
    advice: 'Send an API key of the tenant with the scope integration-feeds:read.',
  },
  'unknown-reference': {
    status: [422],
    meaning: 'The input references a record that does not exist, or deletes one that other records reference.',
    advice: 'Check the ids in the input.',
  },
  'level-of-chapters': {
    status: [422],
    meaning: 'The membership level is limited to chapters, and the contact is in none of them.',
    advice: 'Choose another level, or add the contact to one of the chapters.',
  },
  'contact-fixed': {
    status: [422],
    meaning: 'A member login stays with its contact.',
    advice: 'Delete the login and create one for the other contact, or merge the contacts.',
  },
  'email-needed': {
    status: [422],
    meaning: 'A member login needs an email address, and the contact has none.',
    advice: 'Send EmailAddress, or add an email address to the contact.',
  },
  'required-field': {
    status: [422],
    meaning: 'A custom field that requires a value would have none after this save. `errors` names each field.',
    advice:
      'Send a value for it. A record that was saved before the field became required needs a value with its next save.',
  },
  'custom-field-rule': {
    status: [422],
    meaning:
      'The parts of the custom field do not fit together. `errors` names what is missing or does not fit its type.',
    advice: 'Correct what `errors` names.',
  },
  'workflow-rule': {
    status: [422],
    meaning:
      'The parts of the workflow or its step do not fit together. `errors` names what is missing or does not fit.',
    advice: 'Correct what `errors` names.',
  },
  'books-rule': {
    status: [422],
    meaning: 'The parts of the record of the books do not fit together. `errors` names what does not fit.',
    advice: 'Correct what `errors` names.',
  },
  'too-many': {
    status: [422],
    meaning: 'The record or the caller already has the maximum number of these. The detail states the number.',
    advice: 'Delete some that are no longer needed.',
  },
  'wrong-contact-type': {
    status: [422],
    meaning: 'The type of relationship or membership is for another kind of contact.',
    advice: 'Choose a type that fits. For a relationship it must fit both sides; try to swap the sides.',
  },
  'task-rule': {
    status: [422],
    meaning: 'The task, its subtasks or its project do not fit together. `errors` names each field.',
    advice: 'Correct what `errors` names.',
  },
  'dependency-cycle': {
    status: [422],
    meaning: 'The task would have to be complete before itself, through its dependencies or its subtasks.',
    advice: 'Choose another task. The lookup of tasks returns those that it can depend on.',
  },
  'type-inactive': {
    status: [422],
    meaning: 'The type of membership or task is no longer offered.',
    advice: 'Choose another type. The lookup returns those that are offered.',
  },
  'in-use-fixed': {
    status: [422],
    meaning: 'This field can no longer change, because records were created with it.',
    advice: 'Create another type and deactivate this one (IsActive false).',
  },
  'too-far-ahead': {
    status: [422],
    meaning: 'The membership is already paid for more than ten years ahead.',
    advice: 'Renew it later.',
  },
  'too-long-ago': {
    status: [422],
    meaning: 'The membership ended so long ago that more than ten terms would have to be paid to continue it.',
    advice: 'Start it again with ContinueFromExpiry false.',
  },
  overpaid: {
    status: [422],
    meaning: 'The payment is larger than the open amount of the invoice.',
    advice: 'The detail states the open amount.',
  },
  'wrong-category-type': {
    status: [422],
    meaning: 'The category is of a type that this record does not accept.',
    advice: 'Choose a category from a list of a type that fits.',
  },
  'open-balance': {
    status: [422],
    meaning: 'The contact cannot be deleted while it has a balance, or open documents that net to 0.',
    advice: 'Settle it first: pay, credit, apply or write off what is open.',
  },
  'tenant-organization': {
    status: [422],
    meaning: 'The contact is the organization of the tenant itself. It can be neither deleted nor merged into another.',
    advice: 'Merge in the other direction.',
  },
  'default-needed': {
    status: [422],
    meaning: 'One of these records must be the default, and the default must be usable.',
    advice: 'Make another one the default first.',
  },
  'both-chapters': {
    status: [422],
    meaning: 'Both contacts are organizations of chapters, and each chapter requires its own organization.',
    advice: 'Delete one of the chapters first.',
  },
  'chapter-cycle': {
    status: [422],
    meaning: 'The chapter would be its own ancestor.',
    advice: 'Choose a parent that is neither the chapter nor one of its descendants; parentchapter/lookup lists them.',
  },
  'name-needed': {
    status: [422],
    meaning: 'The record requires a name that is not blank.',
    advice: 'Send a name.',
  },
  'reserved-key': {
    status: [422],
    meaning: 'The key is the name of a path of this area, so no record can have it.',
    advice: 'Choose another key.',
  },
  'named-twice': {
    status: [422],
    meaning: 'A list contains the same entry twice.',
    advice: 'Send one entry for each. `errors` names the second one.',
  },
  'wrong-address': {
    status: [422],
    meaning: 'The address is not a complete http or https address.',
    advice: 'Write it as a browser shows it: https://www.example.org/page.',
  },
  'not-viewable': {
    status: [422],
    meaning: 'Submissions are allowed for callers that cannot see the calendar.',
    advice: 'Make the calendar visible to them, or do not allow them to submit.',
  },
  'calendar-rule': {
    status: [422],
    meaning:
      'The times, time zone or rule of the item are not valid, or do not fit together. `errors` names each field and what is wrong with it.',
    advice: 'Correct what `errors` names. getCalendarItem describes the forms.',
  },
  'unreadable-postal-code': {
    status: [422],
    meaning: 'An entry of a list of postal codes has none of the three forms.',
    advice: 'Write "12201", "123*" or "12400-12499". `errors` names the entry and what is wrong with it.',
  },
  'affiliate-needed': {
    status: [422],
    meaning: 'The chapter has no affiliate tenant that could be allowed to edit.',
    advice: 'Send AffiliateTenantModel, or keep ShouldAllowChapterTenantEditing false.',
  },
  'different-contact-types': {
    status: [422],
    meaning: 'An individual and an organization cannot be merged.',
    advice: 'Choose two contacts of the same type.',
  },
  'self-relationship': {
    status: [422],
    meaning: 'A contact cannot be related to itself.',
    advice: 'Choose another contact.',
  },
  'relationship-cycle': {
    status: [422],
    meaning: 'The relationship would make a contact its own ancestor.',
    advice: 'Read the hierarchy and end the conflicting relationship first.',
  },
  'communication-sent': {
    status: [422],
    meaning: 'The communication is no longer a draft: only its status and its category can change.',
    advice: 'Record a new one.',
  },
  'status-fixed': {
    status: [422],
    meaning: 'This status is set by the server, or cannot follow the current one.',
    advice: 'Leave Status out. The operation describes the values that can be set.',
  },
  'opted-out': {
    status: [422],
    meaning: 'The contact opted out of the group.',
    advice: 'Respect this. If the contact asked to return, send forceSave true.',
  },
  'may-not-act': {
    status: [422],
    meaning: 'The acting contact is not allowed to act for the contact of the request.',
    advice: 'Read actsfor of the contact. Staff can make the change without an acting contact.',
  },
  'opt-in-disallowed': {
    status: [422],
    meaning: 'The group does not allow contacts to opt in.',
    advice: 'Ask staff to add the contact.',
  },
  'opt-out-disallowed': {
    status: [422],
    meaning: 'The group does not allow contacts to opt out.',
    advice: 'Ask staff to remove the contact.',
  },
  'too-many-permissions': {
    status: [422],
    meaning: 'The tenant already has the maximum number of API keys or OAuth clients.',
    advice: 'Delete some that are no longer needed.',
  },
  'address-list-needed': {
    status: [422],
    meaning: 'A global credential requires the list of addresses from which it can be used.',
    advice: 'Fill GlobalApiKeyIPAddressWhitelist with addresses or CIDR ranges.',
  },
  'redirect-url-needed': {
    status: [422],
    meaning: 'A public OAuth client requires at least one redirect address.',
    advice: 'Fill GlobalOAuthRedirectUrls.',
  },
  'client-kind-fixed': {
    status: [422],
    meaning: 'An OAuth client cannot change between public and confidential after its creation.',
    advice: 'Create another client.',
  },
  'public-client': {
    status: [422],
    meaning: 'A public OAuth client has no secret that could be reset.',
    advice: 'Use PKCE, which requires none.',
  },
  'template-fault': {
    status: [422],
    meaning: 'A mail template cannot be parsed or rendered. Each error names the text, its line and its column.',
    advice: 'Correct it there. The preview shows what a mail would look like.',
  },
  'unknown-event': {
    status: [422],
    meaning:
      'A filter matches no event kind of this service, or the test event does not match the filters of the webhook.',
    advice: 'Take names from GET /api/webhooks/setup/actiontypes/lookup.',
  },
  'webhook-url-refused': {
    status: [422],
    meaning:
      'The Url of a webhook cannot be called: it is not https, contains credentials, cannot be resolved, or is not public.',
    advice: 'Send an https address that is reachable from the public internet. The operator can allow other addresses.',
  },
  'webhook-not-answering': {
    status: [422],
    meaning: 'The Url of a webhook did not return a 2xx status to a webhook.ping within 15 seconds.',
    advice: 'Make the receiver return a 2xx status, or send IgnoreWebhookValidation true.',
  },
  'unreadable-picture': {
    status: [422],
    meaning: 'The file is not a picture that the server can read, or has too many pixels.',
    advice: 'Send a JPEG, PNG, GIF, WebP or AVIF.',
  },
  'file-infected': {
    status: [422],
    meaning: 'The virus scan found something in the file, which the detail names. The file was not stored.',
    advice: 'Do not send the file again. Clean the device that it comes from.',
  },
  'file-taken': {
    status: [422],
    meaning: 'The file belongs to another record. A file belongs to one record only.',
    advice: 'Upload the file again and use its new FileId.',
  },
  'idempotency-key-reused': {
    status: [422],
    meaning: 'The Idempotency-Key was already used for a different request.',
    advice: 'Create a new key for each new request; reuse it only to repeat the same request.',
  },
} as const satisfies Record<string, ProblemType>
