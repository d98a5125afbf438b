import type {
  ApiKeyInfo,
  ApiKeyPermissionEdit,
  ApiKeyPermissionListItem,
  OAuthClientInfo,
  OAuthClientPermissionEdit,
  OAuthClientPermissionListItem,
} from '#contract/integration/application-permissions'
import { maskToken } from '#kernel/crypto/api-key'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { canGrant, type Permission, type SavedPermission } from './application-permissions.model.ts'

/** Presents a key of the list, or a saved one; `secret` is the complete key if the save created it. */
export const presentApiKey = (scope: Scope, { permission, secret }: SavedPermission): ApiKeyPermissionListItem => ({
  ApplicationPermissionId: permission.id,
  ApplicationName: permission.applicationName,
  VendorName: permission.vendorName,
  ApiKeyInfoJson: JSON.stringify(apiKeyInfo(scope, permission)),
  HasGlobalApiKey: permission.isGlobal,
  ApiKey: secret ?? maskToken('ghk', currentHint(permission)),
  Actions: actionsOn(scope, permission),
})

export const presentApiKeyEdit = (scope: Scope, permission: Permission): ApiKeyPermissionEdit => ({
  ApplicationPermissionId: permission.id,
  ApplicationId: permission.applicationId,
  ApplicationName: permission.applicationName,
  IsGlobal: permission.isGlobal,
  TenantKey: scope.tenant.key,
  GlobalApiKeyIPAddressWhitelist: permission.addressList,
  ApiKeyInfoJson: JSON.stringify(apiKeyInfo(scope, permission)),
})

export const presentOAuthClient = (
  scope: Scope,
  { permission, secret }: SavedPermission,
): OAuthClientPermissionListItem => ({
  ApplicationPermissionId: permission.id,
  ApplicationName: permission.applicationName,
  VendorName: permission.vendorName,
  OAuthClientInfoJson: JSON.stringify(oauthClientInfo(scope, permission)),
  HasGlobalOAuthClient: permission.isGlobal,
  ClientId: permission.clientId,
  ClientSecret: permission.isPublicClient ? null : (secret ?? maskToken('ghs', currentHint(permission))),
  Actions: actionsOn(scope, permission),
})

export const presentOAuthClientEdit = (scope: Scope, permission: Permission): OAuthClientPermissionEdit => ({
  ApplicationPermissionId: permission.id,
  ApplicationId: permission.applicationId,
  ApplicationName: permission.applicationName,
  IsGlobal: permission.isGlobal,
  GlobalOAuthRedirectUrls: permission.redirectUrls.length > 0 ? permission.redirectUrls.join('\n') : null,
  OAuthClientInfoJson: JSON.stringify(oauthClientInfo(scope, permission)),
})

const apiKeyInfo = (scope: Scope, permission: Permission): ApiKeyInfo => ({
  Scopes: permission.scopes,
  VendorName: permission.vendorName,
  ...history(scope, permission),
})

const oauthClientInfo = (scope: Scope, permission: Permission): OAuthClientInfo => ({
  Scopes: permission.scopes,
  VendorName: permission.vendorName,
  IsPublic: permission.isPublicClient,
  CorsOrigins: permission.corsOrigins,
  IPAddressWhitelist: permission.addressList,
  ...history(scope, permission),
})

const history = ({ clock }: Scope, permission: Permission) => {
  const now = clock.now()
  const live = permission.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
  return {
    AuditId: permission.auditId,
    CreatedDate: permission.createdAt.toISOString(),
    CreatedBy: permission.createdBy,
    ModifiedDate: permission.modifiedAt.toISOString(),
    LastUsedDate: permission.uses[0]?.lastUsedAt.toISOString() ?? null,
    Secrets: live.map(({ id, hint, createdAt, expiresAt }) => ({
      LastCharacters: hint,
      CreatedDate: createdAt.toISOString(),
      ExpiresDate: expiresAt?.toISOString() ?? null,
      LastUsedDate: permission.uses.find(({ secretId }) => secretId === id)?.lastUsedAt.toISOString() ?? null,
    })),
  }
}

const currentHint = ({ secrets }: Permission): string => secrets.find(({ expiresAt }) => expiresAt === null)?.hint ?? ''

type Actions = NonNullable<ApiKeyPermissionListItem['Actions']>

const actionsOn = (scope: Scope, permission: Permission): Actions => {
  const { scopes, isGlobal, isPublicClient } = permission
  if (!hasGrant(scope, 'application-permissions:write') || !canGrant(scope, scopes, isGlobal)) return []
  return isPublicClient ? ['edit', 'delete'] : ['edit', 'reset', 'delete']
}
