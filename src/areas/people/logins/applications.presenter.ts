import type { AllowedApplication } from '#contract/people/logins-own'
import type { Credential } from '#kernel/http/caller'
import type { AllowedApp } from '#services/identity/own-login/own-login'

/** Presents an application in its documented shape. @param credential that of the request. */
export const presentApplication = (
  app: AllowedApp,
  credential?: Pick<Credential, 'permissionTenantId' | 'permissionId'>,
): AllowedApplication => ({
  ClientId: app.clientId,
  ApplicationName: app.applicationName,
  VendorName: app.vendorName,
  Scopes: app.scopes,
  IsCaller: app.permissionTenantId === credential?.permissionTenantId && app.permissionId === credential.permissionId,
  GrantedDate: app.grantedAt.toISOString(),
})
