export const connectionEvents = {
  created: 'connection.created',
  updated: 'connection.updated',
  deleted: 'connection.deleted',
} as const

export const exchangeEvents = {
  created: 'exchange.created',
  updated: 'exchange.updated',
  deleted: 'exchange.deleted',
} as const
