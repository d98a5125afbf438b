/** What the processor requires for the account of a gateway has changed. Payload: AccountId, CurrentlyDue, PastDue, Deadline. */
export const requirementEvents = { changed: 'paymentgateway.requirements' } as const
