export const connectionEvents = {
  created: 'connection.created',
  updated: 'connection.updated',
  deleted: 'connection.deleted',
} as const
