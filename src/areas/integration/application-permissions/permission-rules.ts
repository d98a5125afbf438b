import { covers, PLATFORM_SCOPE, SCOPES } from '#kernel/auth/scopes'
import { badInputs, forbidden, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'

/** Refuses scopes that the contract does not know, each by its place. */
export const assertKnownScopes = (scopes: readonly string[], pointer: string): void => {
  const faults = scopes.flatMap((scope, at) =>
    SCOPES.has(scope) ? [] : [{ pointer: `${pointer}/${at}`, message: `"${scope}" is no scope` }],
  )
  if (faults.length > 0) throw badInputs(faults)
}

/** Nobody hands out more than he holds: neither a scope nor a reach beyond his tenant. */
export const assertMayGrant = (scope: Pick<Scope, 'grants'>, scopes: readonly string[], isGlobal: boolean): void => {
  assertMayTouch(scope, isGlobal)
  const missing = scopes.find((wanted) => !covers(scope.grants, wanted))
  if (missing === undefined) return
  throw forbidden(`The scope ${missing} is more than the calling credential holds.`, 'insufficient-scope')
}

/** Whether the caller could grant all of this himself, and so may hold the secret of it. */
export const mayGrant = (scope: Pick<Scope, 'grants'>, scopes: readonly string[], isGlobal: boolean): boolean =>
  mayTouch(scope, isGlobal) && scopes.every((wanted) => covers(scope.grants, wanted))

/** Global permissions reach every tenant: they are the platform's to make, change and delete. */
export const mayTouch = ({ grants }: Pick<Scope, 'grants'>, isGlobal: boolean): boolean =>
  !isGlobal || grants.has(PLATFORM_SCOPE)

export const assertMayTouch = (scope: Pick<Scope, 'grants'>, isGlobal: boolean): void => {
  if (mayTouch(scope, isGlobal)) return
  throw forbidden('A global permission takes a caller that holds the scope platform.', 'insufficient-scope')
}

/** Rules over the whole of a permission, as it would stand after the save. */
export const assertWhole = (permission: {
  kind: string
  isGlobal: boolean
  addressList: string | null
  isPublicClient: boolean
  redirectUrls: readonly string[]
}): void => {
  if (permission.kind === 'apikey' && permission.isGlobal && permission.addressList === null) {
    throw ruleRefused('address-list-needed', 'A global key works from listed addresses only; list at least one.', [
      { pointer: '/GlobalApiKeyIPAddressWhitelist', message: 'is needed for a global key' },
    ])
  }
  if (permission.isPublicClient && permission.redirectUrls.length === 0) {
    throw ruleRefused('redirect-url-needed', 'A public client signs users in; name where they are sent back to.', [
      { pointer: '/GlobalOAuthRedirectUrls', message: 'is needed for a public client' },
    ])
  }
}
