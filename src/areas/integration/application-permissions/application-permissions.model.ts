import { covers, LOGIN_SCOPES, PLATFORM_SCOPE, SCOPES, SELF_SCOPE } from '#kernel/contract/scopes'
import { badInput, badInputs, insufficientScope, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { ApplicationPermission, ApplicationSecret, ApplicationUse } from '#prisma/client'

/** How the two kinds of permission are stored. */
export type PermissionKind = 'apikey' | 'oauthclient'

/** A permission with its secrets and their last uses. */
export type Permission = ApplicationPermission & {
  secrets: Pick<ApplicationSecret, 'id' | 'hint' | 'createdAt' | 'expiresAt'>[]
  /** The latest first. */
  uses: Pick<ApplicationUse, 'secretId' | 'lastUsedAt'>[]
}

/** A saved permission. `secret` is present only if the save created one; the response shows it once. */
export interface SavedPermission {
  permission: Permission
  secret?: string
}

/** The fields in a request. An absent one keeps its value, or takes its default on creation. */
export interface PermissionEdit {
  applicationId?: string | null
  applicationName?: string
  vendorName?: string | null
  isGlobal?: boolean
  scopes?: string[]
  addressList?: string | null
  redirectUrls?: string[]
  corsOrigins?: string[]
  isPublicClient?: boolean
}

/** The fields that a creation requires. */
export type NewPermission = PermissionEdit & Required<Pick<PermissionEdit, 'applicationName' | 'scopes'>>

type Grants = Pick<Scope, 'grants'>

/**
 * Rejects scopes that the contract does not define, and `self` with others: only the tokens of members have it, and they
 * have no other scope. @throws 400 with a pointer for each.
 */
export const requireScopes = (scopes: readonly string[], pointer: string): void => {
  const faults = scopes.flatMap((scope, index) =>
    SCOPES.has(scope)
      ? []
      : [{ pointer: `${pointer}/${index}`, message: `must be a scope of the API, but is "${scope}"` }],
  )
  if (faults.length > 0) throw badInputs(faults)
  const self = scopes.indexOf(SELF_SCOPE)
  if (self >= 0 && scopes.some((scope) => scope !== SELF_SCOPE))
    throw badInput(`${pointer}/${self}`, 'must be the only scope: register another client for the other scopes')
}

/**
 * Checks the scopes of a new key in the same way. A key is no login: it has none of the scopes that only logins use.
 *
 * @throws 400.
 */
export const requireKeyScopes = (scopes: readonly string[], pointer: string): void => {
  const faults = scopes.flatMap((scope, index) =>
    LOGIN_SCOPES.has(scope)
      ? [{ pointer: `${pointer}/${index}`, message: `must not be "${scope}", which only the tokens of logins use` }]
      : [],
  )
  if (faults.length > 0) throw badInputs(faults)
  requireScopes(scopes, pointer)
}

/**
 * Refuses to grant or revoke scopes that the caller does not have, or in a tenant that is not its own.
 *
 * @throws 403 insufficient-scope.
 */
export const requireCanGrant = (scope: Grants, scopes: readonly string[], isGlobal: boolean): void => {
  requireCanManage(scope, isGlobal)
  const missing = scopes.find((wanted) => !covers(scope.grants, wanted))
  if (missing === undefined) return
  throw insufficientScope(missing, `The calling credential does not have the scope ${missing}.`)
}

/** Returns whether the caller can grant all of this. Only then can it receive the secret of it, or revoke it. */
export const canGrant = (scope: Grants, scopes: readonly string[], isGlobal: boolean): boolean =>
  canManage(scope, isGlobal) && scopes.every((wanted) => covers(scope.grants, wanted))

/**
 * Returns whether the caller can create, change and delete the permission: global ones apply to every tenant, so that
 * only the platform can.
 */
const canManage = ({ grants }: Grants, isGlobal: boolean): boolean => !isGlobal || grants.has(PLATFORM_SCOPE)

const requireCanManage = (scope: Grants, isGlobal: boolean): void => {
  if (canManage(scope, isGlobal)) return
  throw insufficientScope(PLATFORM_SCOPE, 'A global permission requires a caller with the scope platform.')
}

/** Checks the fields of a permission after the save. @throws 422 address-list-needed, redirect-url-needed. */
export const requireConsistent = (permission: {
  kind: string
  isGlobal: boolean
  addressList: string | null
  isPublicClient: boolean
  redirectUrls: readonly string[]
}): void => {
  if (permission.kind === 'apikey' && permission.isGlobal && permission.addressList === null) {
    throw ruleRefused(
      'address-list-needed',
      'The list of addresses is missing. List the addresses of the global key.',
      [{ pointer: '/GlobalApiKeyIPAddressWhitelist', message: 'is required for a global key' }],
    )
  }
  if (permission.isPublicClient && permission.redirectUrls.length === 0) {
    throw ruleRefused(
      'redirect-url-needed',
      'The redirect URL is missing. List the redirect URLs of the public client.',
      [{ pointer: '/GlobalOAuthRedirectUrls', message: 'is required for a public client' }],
    )
  }
}
