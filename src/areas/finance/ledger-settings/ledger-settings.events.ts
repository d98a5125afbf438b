/** The events of the ledger installation: its settings, connections and mappings. Payload: Changed. */
export const ledgerSettingsEvents = { created: 'ledgersettings.created', updated: 'ledgersettings.updated' } as const

/** The events of the ids of contacts in the ledger. Payload: contactId, ledgerId. */
export const ledgerCustomerEvents = { updated: 'ledgercustomer.updated' } as const
