/** The events of native integrations. Payload: appId. Runs emit none. */
export const nativeIntegrationEvents = {
  created: 'nativeintegration.created',
  updated: 'nativeintegration.updated',
  deleted: 'nativeintegration.deleted',
} as const
