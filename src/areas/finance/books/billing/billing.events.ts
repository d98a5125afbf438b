/** The events of how contacts are billed. Payload: contactId. */
export const contactBillingEvents = { updated: 'contactbilling.updated' } as const
