import { entry } from '#contract/entry'
import { ownValue } from '../lookups/own-value.ts'
import { isJsonObject } from './json.ts'

/** Allows a caller to act on the installation itself: global credentials, migrations. No other scope includes it. */
export const PLATFORM_SCOPE = 'platform'

/** A member's own records. The tokens of members have only this scope, and only those of members. */
export const SELF_SCOPE = 'self'

/** Includes everything in a tenant. */
export const ADMIN_SCOPE = 'admin'

const dig = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((found, name) => (isJsonObject(found) ? ownValue(found, name) : undefined), value)

/** Every scope of the contract with what it allows, in words. */
export const SCOPES: ReadonlyMap<string, string> = new Map(
  Object.entries(
    dig(entry, 'components', 'securitySchemes', 'OAuth2', 'flows', 'authorizationCode', 'scopes') as object,
  ),
)

/** What every member of staff can do with its own login, whatever its role. An application needs the person's consent. */
const OWN_LOGIN_SCOPES = ['own-login:read', 'own-login:write'] as const

/** The scopes that have an effect only for a person that has signed in. A key with them can do nothing by them. */
export const LOGIN_SCOPES: ReadonlySet<string> = new Set([SELF_SCOPE, ...OWN_LOGIN_SCOPES])

/** Returns the scopes of a member of staff by those of its role. */
export const staffScopes = ({ scopes }: { scopes: readonly string[] }): Set<string> =>
  new Set([...scopes, ...OWN_LOGIN_SCOPES])

/** Returns the scopes of the own login among some, which no limit of a role concerns. */
export const ownLoginScopes = (held: ReadonlySet<string>): string[] =>
  OWN_LOGIN_SCOPES.filter((scope) => covers(held, scope))

/** Returns the scopes of areas, `<area>:read` and `<area>:write`, with this ending. */
export const areaScopes = (...endings: ('read' | 'write')[]): string[] =>
  [...SCOPES.keys()].filter((scope) => endings.some((ending) => scope.endsWith(`:${ending}`)))

/**
 * Returns whether granted scopes include one: `admin` includes everything in a tenant, only `platform` includes itself.
 */
export const covers = (held: ReadonlySet<string>, wanted: string): boolean =>
  held.has(wanted) || (wanted !== PLATFORM_SCOPE && held.has(ADMIN_SCOPE))

/** Returns the intersection of two sets of scopes, where `admin` means all that it includes. */
export const intersectScopes = (some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([
    ...[...some].filter((scope) => covers(others, scope)),
    ...[...others].filter((scope) => covers(some, scope)),
  ])

/**
 * Returns the first requested scope that does not exist or that the granted ones do not include; undefined if there is
 * none.
 */
export const findFirstBeyond = (wanted: readonly string[], held: readonly string[]): string | undefined => {
  const have = new Set(held)
  return wanted.find((scope) => !SCOPES.has(scope) || !covers(have, scope))
}
