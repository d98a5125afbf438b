/** The events of the ledger installation: its settings, connections and mappings. Payload: Changed. */
export const ledgerSettingsEvents = { created: 'ledgersettings.created', updated: 'ledgersettings.updated' } as const
