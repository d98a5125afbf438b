/** The events of the settings of a tenant. Payload: Settings, the names of the changed settings. */
export const tenantSettingsEvents = { updated: 'tenantsettings.updated' } as const
