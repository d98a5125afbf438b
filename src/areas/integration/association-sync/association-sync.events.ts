/** The events of the settings of the association sync. Payload: Settings, the names of the changed settings. */
export const associationSettingsEvents = { updated: 'associationsettings.updated' } as const
