/** The events of a tenant's own help topics and of comments on any topic. Payload: screenKey. */
export const helpEvents = {
  created: 'helptopic.created',
  updated: 'helptopic.updated',
  deleted: 'helptopic.deleted',
  commentCreated: 'helpcomment.created',
  commentDeleted: 'helpcomment.deleted',
} as const
