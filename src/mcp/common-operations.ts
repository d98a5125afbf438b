/**
 * Operations of common tasks, which are tools of their own: a model uses a tool that it sees more reliably than one that
 * it has to search for. Keep it short: the descriptions of all tools are part of every conversation.
 */
export const COMMON_OPERATIONS: ReadonlySet<string> = new Set([
  // Who somebody is.
  ...[
    'listContacts',
    'getPersonSummary',
    'getOrganizationGeneral',
    'listContactActivities',
    'listContactCommunications',
  ],
  ...['listGroups', 'listGroupMembers', 'lookupChapters'],
  // What somebody's membership is, and its renewal.
  ...['listMemberships', 'getMembership', 'listMembershipTypes', 'previewMembershipRenewal', 'renewMembership'],
  // What is owed and paid.
  ...['listInvoices', 'getInvoice', 'listPayments', 'getContactBalance', 'listReceivables'],
  // What is planned, and who comes.
  ...['listEvents', 'getEvent', 'listEventRegistrations', 'searchTasks', 'listCalendarItems'],
  // What the system did.
  ...['listMailMessages', 'searchTenantEvents', 'searchWorkflows', 'dryRunWorkflow'],
  // Changes of every day.
  ...['saveContactActivity', 'addContactTag', 'removeContactTag', 'saveTask', 'addGroupMembers', 'removeGroupMembers'],
  // A member's own records.
  ...['getMe', 'getSelf', 'listOwnEventRegistrations', 'listOwnStoreOrders', 'previewOwnCancellation'],
])
