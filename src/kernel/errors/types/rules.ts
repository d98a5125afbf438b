import type { ProblemType } from './problem-type.ts'

/** Well formed, but a rule of the domain refuses it. */
export const rules = {
  'unknown-reference': {
    status: [422],
    meaning: 'The input refers to a record that does not exist, or deletes one that others still refer to.',
    advice: 'Check the ids in the input.',
  },
  'required-field': {
    status: [422],
    meaning: 'A custom field that must have a value would be without one after this save. The errors name each field.',
    advice:
      'Send a value for it; records that were saved before the field became required need one with their next save.',
  },
  'custom-field-rule': {
    status: [422],
    meaning: 'The custom field does not fit together: the errors name what is missing, or does not go with its type.',
    advice: 'Put right what the errors name.',
  },
  'workflow-rule': {
    status: [422],
    meaning: 'The workflow or its step does not fit together: the errors name what is missing or does not fit.',
    advice: 'Put right what the errors name.',
  },
  'too-many': {
    status: [422],
    meaning: 'The record holds, or the caller has, as many of these as are allowed. The detail names the number.',
    advice: 'Delete some that are no longer needed.',
  },
  'wrong-contact-type': {
    status: [422],
    meaning: 'The type of relationship or membership is for another kind of contact.',
    advice: 'Choose a type that fits. Of a relationship it must fit both sides; turning it round may do.',
  },
  'task-rule': {
    status: [422],
    meaning: 'The task, its subtasks or its project do not fit together: the errors name each place.',
    advice: 'Put right what the errors name.',
  },
  'dependency-cycle': {
    status: [422],
    meaning: 'The task would have to be complete before itself, through what it depends on or through subtasks.',
    advice: 'Choose another; the lookup of tasks answers those that it may depend on.',
  },
  'type-inactive': {
    status: [422],
    meaning: 'The type of membership or of tasks is not offered any more.',
    advice: 'Choose another; the lookup answers those that are offered.',
  },
  'in-use-fixed': {
    status: [422],
    meaning: 'This cannot change any more, because records were made under it.',
    advice: 'Make another type and let this one run out (IsActive false).',
  },
  'too-far-ahead': {
    status: [422],
    meaning: 'The membership is paid for more than ten years ahead.',
    advice: 'Renew it later.',
  },
  'too-long-ago': {
    status: [422],
    meaning: 'The membership ended so long ago that more than ten terms would have to be paid to continue it.',
    advice: 'Let it begin anew: ContinueFromExpiry false.',
  },
  overpaid: {
    status: [422],
    meaning: 'The payment is more than is open on the invoice.',
    advice: 'The detail names what is open.',
  },
  'wrong-category-type': {
    status: [422],
    meaning: 'The category is of a type that this record does not take.',
    advice: 'Choose a category from a list of a type that fits.',
  },
  'contact-in-use': {
    status: [422],
    meaning: 'The contact cannot be deleted while money, a membership, a chapter or a seat of staff hangs on it.',
    advice: 'The detail says which. Settle or end that first.',
  },
  'tenant-organization': {
    status: [422],
    meaning:
      'The contact is the organization that the tenant itself is: it is neither deleted nor merged into another.',
    advice: 'Merge the other way round.',
  },
  'default-needed': {
    status: [422],
    meaning: 'One of these is the default, and has to be one that can be used.',
    advice: 'Make another one the default first.',
  },
  'both-chapters': {
    status: [422],
    meaning: 'Both contacts are organizations of chapters, and a chapter has an organization of its own.',
    advice: 'Delete one of the chapters first.',
  },
  'chapter-cycle': {
    status: [422],
    meaning: 'The chapter would stand below itself.',
    advice: 'Choose a parent that is neither the chapter nor below it; parentchapter/lookup lists them.',
  },
  'name-needed': {
    status: [422],
    meaning: 'The record needs a name, and a blank one is none.',
    advice: 'Send a name.',
  },
  'reserved-key': {
    status: [422],
    meaning: 'The key is the name of a path of this area, so nothing can be kept under it.',
    advice: 'Choose another key.',
  },
  'named-twice': {
    status: [422],
    meaning: 'The same thing stands twice in a list where it may stand once.',
    advice: 'Send one entry for each; errors names the second one.',
  },
  'wrong-address': {
    status: [422],
    meaning: 'The address is not a whole http or https address.',
    advice: 'Write it as a browser shows it: https://www.example.org/page.',
  },
  'not-viewable': {
    status: [422],
    meaning: 'Whoever cannot see a calendar cannot propose anything for it.',
    advice: 'Make it visible to them, or do not let them submit.',
  },
  'calendar-rule': {
    status: [422],
    meaning:
      'What the item says of its time does not fit together: the errors name the field and what is wrong with it.',
    advice: 'Put right what the errors name; getCalendarItem describes the forms.',
  },
  'unreadable-postal-code': {
    status: [422],
    meaning: 'An entry of a list of postal codes has none of the three forms.',
    advice: 'Write "12201", "123*" or "12400-12499"; errors names the entry and what is wrong with it.',
  },
  'affiliate-needed': {
    status: [422],
    meaning: 'The chapter names no affiliate tenant that could be allowed to edit.',
    advice: 'Send AffiliateTenantModel, or leave ShouldAllowChapterTenantEditing false.',
  },
  'different-contact-types': {
    status: [422],
    meaning: 'An individual and an organization cannot be merged.',
    advice: 'Choose two of the same type.',
  },
  'self-relationship': {
    status: [422],
    meaning: 'A contact cannot be related to itself.',
    advice: 'Name another contact.',
  },
  'relationship-cycle': {
    status: [422],
    meaning: 'The relationship would put a contact above itself.',
    advice: 'Look at the hierarchy; end the relationship that stands in the way first.',
  },
  'communication-sent': {
    status: [422],
    meaning: 'The communication is no draft any more: only its status and its category can change.',
    advice: 'Record a new one.',
  },
  'status-fixed': {
    status: [422],
    meaning: 'This status is given by the server, or cannot follow on the present one.',
    advice: 'Leave Status out; the operation describes what can be set.',
  },
  'opted-out': {
    status: [422],
    meaning: 'The contact left the group by its own wish.',
    advice: 'Respect it. Where the contact asked to come back, send forceSave.',
  },
  'may-not-act': {
    status: [422],
    meaning: 'The contact named as acting may not act for the one that this is about.',
    advice: 'Look at actsfor of the contact. Staff can do it without naming anybody.',
  },
  'opt-in-disallowed': {
    status: [422],
    meaning: 'Contacts cannot join this group by themselves.',
    advice: 'Have staff add the contact.',
  },
  'opt-out-disallowed': {
    status: [422],
    meaning: 'Contacts cannot leave this group by themselves.',
    advice: 'Have staff remove the contact.',
  },
  'too-many-permissions': {
    status: [422],
    meaning: 'The tenant has as many API keys, or OAuth clients, as are allowed.',
    advice: 'Delete some that are no longer needed.',
  },
  'address-list-needed': {
    status: [422],
    meaning: 'A global credential needs the addresses that it may be used from.',
    advice: 'Fill GlobalApiKeyIPAddressWhitelist with addresses or CIDR ranges.',
  },
  'redirect-url-needed': {
    status: [422],
    meaning: 'A public OAuth client needs at least one address to send its users back to.',
    advice: 'Fill GlobalOAuthRedirectUrls.',
  },
  'client-kind-fixed': {
    status: [422],
    meaning: 'Whether an OAuth client is public or keeps a secret cannot be changed once it is made.',
    advice: 'Make another client.',
  },
  'public-client': {
    status: [422],
    meaning: 'A public OAuth client has no secret that could be reset.',
    advice: 'Use PKCE, which needs none.',
  },
  'template-fault': {
    status: [422],
    meaning: 'A mail template cannot be read or filled. Each error names the text, its line and its column.',
    advice: 'Put it right there; the preview shows what a mail would look like.',
  },
  'unknown-event': {
    status: [422],
    meaning: 'A filter names no event that this service sends, or a test one that the webhook does not get.',
    advice: 'Take names from GET /api/webhooks/setup/actiontypes/lookup.',
  },
  'webhook-url-refused': {
    status: [422],
    meaning: 'The Url of a webhook cannot be called: not https, with credentials, unresolvable, or not public.',
    advice: 'Name an https address that the public internet reaches. The operator can list others.',
  },
  'webhook-not-answering': {
    status: [422],
    meaning: 'The Url of a webhook did not answer 2xx to a webhook.ping within 15 seconds.',
    advice: 'Let the receiver answer it, or send IgnoreWebhookValidation true.',
  },
  'idempotency-key-reused': {
    status: [422],
    meaning: 'The Idempotency-Key was used for a different request before.',
    advice: 'Make a new key for each new request; keep it only for repeats of the same.',
  },
} as const satisfies Record<string, ProblemType>
