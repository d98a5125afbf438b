/** The models that belong to no tenant. Every other model has a tenantId and row-level security. */
export const globalModels: ReadonlySet<string> = new Set([
  'Tenant',
  'Setting',
  'MigrationRun',
  'TenantImport',
  'Country',
  'Login',
  'LoginSession',
  'LoginLink',
  'LoginEmailChange',
  'LoginTotp',
  'LoginRecoveryCode',
  'LoginPasskey',
  'LoginPending',
  'SignInThrottle',
  'RateWindow',
  'Peer',
])
