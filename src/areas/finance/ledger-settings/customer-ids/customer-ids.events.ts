/** The events of the ids of contacts in the ledger. Payload: contactId, ledgerId. */
export const ledgerCustomerEvents = { updated: 'ledgercustomer.updated' } as const
