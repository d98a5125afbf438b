/** The events of charges. Payload: ChargeId, Status, Amount. */
export const chargeEvents = { created: 'charge.created', updated: 'charge.updated' } as const
