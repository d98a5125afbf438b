export const exchangeEvents = {
  created: 'exchange.created',
  updated: 'exchange.updated',
  deleted: 'exchange.deleted',
} as const
