/** The events of charges. Payload: ChargeId, Status, Amount. */
export const chargeEvents = { created: 'charge.created', updated: 'charge.updated' } as const

/** The events of disputes. Payload: DisputeId, ChargeId, Status, Amount. */
export const disputeEvents = { created: 'dispute.created', updated: 'dispute.updated' } as const

/**
 * The events of transfers to the bank. One that came back is updated to the Status Failed, and its reversal is created.
 * Payload: TransferId, PaymentGatewayId, Status, Amount, ReversedTransferId.
 */
export const transferEvents = { created: 'transfer.created', updated: 'transfer.updated' } as const

/** What the processor requires for the account of a gateway has changed. Payload: AccountId, CurrentlyDue, PastDue, Deadline. */
export const requirementEvents = { changed: 'paymentgateway.requirements' } as const

/** The ends of reports. Payload: JobType, FileId, FileName, Message. */
export const reportEvents = { completed: 'processorreport.completed', failed: 'processorreport.failed' } as const
