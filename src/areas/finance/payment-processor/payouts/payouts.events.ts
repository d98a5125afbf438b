/**
 * The events of transfers to the bank. One that came back is updated to the Status Failed, and its reversal is created.
 * Payload: TransferId, PaymentGatewayId, Status, Amount, ReversedTransferId.
 */
export const transferEvents = { created: 'transfer.created', updated: 'transfer.updated' } as const
