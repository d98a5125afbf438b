/** The events of disputes. Payload: DisputeId, ChargeId, Status, Amount. */
export const disputeEvents = { created: 'dispute.created', updated: 'dispute.updated' } as const
