/** What happens to a tenant's own help topics and to remarks on any; payload: screenKey. */
export const helpEvents = {
  created: 'helptopic.created',
  updated: 'helptopic.updated',
  deleted: 'helptopic.deleted',
  commentCreated: 'helpcomment.created',
  commentDeleted: 'helpcomment.deleted',
} as const
