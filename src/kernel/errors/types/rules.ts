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
  'too-many': {
    status: [422],
    meaning: 'The record holds, or the caller has, as many of these as are allowed. The detail names the number.',
    advice: 'Delete some that are no longer needed.',
  },
  'wrong-contact-type': {
    status: [422],
    meaning: 'The type of the relationship is for another kind of contact: an individual, an organization, staff.',
    advice: 'Choose a type that fits both sides, or turn the relationship round.',
  },
  'wrong-category-type': {
    status: [422],
    meaning: 'The category is of a type that this record does not take.',
    advice: 'Choose a category from a list of a type that fits.',
  },
  'contact-in-use': {
    status: [422],
    meaning: 'The contact cannot be deleted while money, a membership or a seat of staff hangs on it.',
    advice: 'The detail says which. Settle or end that first.',
  },
  'tenant-organization': {
    status: [422],
    meaning:
      'The contact is the organization that the tenant itself is: it is neither deleted nor merged into another.',
    advice: 'Merge the other way round.',
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
  'idempotency-key-reused': {
    status: [422],
    meaning: 'The Idempotency-Key was used for a different request before.',
    advice: 'Make a new key for each new request; keep it only for repeats of the same.',
  },
} as const satisfies Record<string, ProblemType>
