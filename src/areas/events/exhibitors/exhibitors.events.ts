/** The events of exhibitors. Payload: eventId, orderId, name, state. */
export const exhibitorEvents = {
  created: 'eventexhibitor.created',
  updated: 'eventexhibitor.updated',
  cancelled: 'eventexhibitor.cancelled',
} as const
