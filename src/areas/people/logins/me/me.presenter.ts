import type { Me } from '#contract/people/logins'
import type { AllowedApplication, LoginSession } from '#contract/people/logins-own'
import { ADMIN_SCOPE, covers, SCOPES, SELF_SCOPE } from '#kernel/contract/scopes'
import type { Credential } from '#kernel/http/caller'
import type { Scope } from '#kernel/tenancy/scope'
import type { AllowedApp, OwnSession } from '#services/identity/own-login/own-login'
import type { DescribedCaller } from './me.queries.ts'

export const presentCaller = (
  { tenant, grants }: Pick<Scope, 'tenant' | 'grants'>,
  credential: Credential,
  { name, email, roleName, application, chapters }: DescribedCaller,
): Me => ({
  Kind: credential.kind,
  Name: name,
  EmailAddress: email,
  LoginId: credential.loginId,
  MemberLoginId: credential.memberId,
  ContactId: credential.contactId,
  RoleName: roleName,
  Application: application && {
    ApplicationPermissionId: application.id,
    ApplicationName: application.name,
    IsGlobal: application.isGlobal,
  },
  TenantId: tenant.id,
  TenantKey: tenant.key,
  TenantName: tenant.name,
  IsAdministrator: grants.has(ADMIN_SCOPE),
  Scopes: [...SCOPES]
    .filter(([scope]) => isHeld(credential, grants, scope))
    .map(([Scope, Description]) => ({ Scope, Description })),
  Chapters: chapters?.map(({ id, name, canEdit }) => ({ ChapterId: id, Name: name, CanEdit: canEdit })) ?? null,
  ExpiresDate: Number.isFinite(credential.expiresAt) ? new Date(credential.expiresAt).toISOString() : null,
})

// Administrators have every scope of their tenant except that of members.
const isHeld = ({ kind }: Credential, grants: ReadonlySet<string>, scope: string): boolean =>
  scope === SELF_SCOPE ? kind === 'member' : covers(grants, scope)

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

export const presentSession = (session: OwnSession): LoginSession => ({
  SessionId: session.id,
  Browser: session.browser,
  Address: session.address,
  LastUsedDate: session.lastUsedAt.toISOString(),
  CreatedDate: session.createdAt.toISOString(),
})
