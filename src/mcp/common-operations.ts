/**
 * The operations that are tools of their own: where most tasks begin. A model uses a tool that it sees more reliably than one that it
 * has to search for, but the descriptions of all tools are part of every conversation, so that with the generic ones a connection
 * has at most 12 tools. All other operations are found by search_operations.
 */
export const COMMON_OPERATIONS: ReadonlySet<string> = new Set([
  // For staff: who somebody is, its membership, what is owed, what is planned and who comes.
  ...['listContacts', 'getPersonSummary', 'listMemberships', 'previewMembershipRenewal'],
  ...['getContactBalance', 'listReceivables', 'listEvents', 'listEventRegistrations'],
  // For a member: its own records.
  ...['getSelf', 'listOwnEventRegistrations', 'listOwnStoreOrders', 'previewOwnCancellation'],
])
