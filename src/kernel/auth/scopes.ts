import { entry } from '#contract/entry'
import type { JsonObject } from '../contract/json.ts'

/** Lets a caller act on the installation itself: global credentials, migrations. Never implied by another scope. */
export const PLATFORM_SCOPE = 'platform'

/** Covers all of a tenant. */
export const ADMIN_SCOPE = 'admin'

const dig = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((found, name) => (found as JsonObject | undefined)?.[name], value)

/** Every scope of the contract with what it allows, in words. */
export const SCOPES: ReadonlyMap<string, string> = new Map(
  Object.entries(
    dig(entry, 'components', 'securitySchemes', 'OAuth2', 'flows', 'authorizationCode', 'scopes') as object,
  ),
)

/** The scopes of areas, `<area>:read` and `<area>:write`, that end so. */
export const areaScopes = (...endings: ('read' | 'write')[]): string[] =>
  [...SCOPES.keys()].filter((scope) => endings.some((ending) => scope.endsWith(`:${ending}`)))

/** Whether held scopes cover one: `admin` covers all of a tenant, `platform` is covered by itself alone. */
export const covers = (held: ReadonlySet<string>, wanted: string): boolean =>
  held.has(wanted) || (wanted !== PLATFORM_SCOPE && held.has(ADMIN_SCOPE))

/** What two sets of scopes have in common, `admin` standing for all that it covers. */
export const commonScopes = (some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([
    ...[...some].filter((scope) => covers(others, scope)),
    ...[...others].filter((scope) => covers(some, scope)),
  ])

/** The first of the wanted scopes that is none, or that the held ones do not cover; undefined where all are good. */
export const firstBeyond = (wanted: readonly string[], held: readonly string[]): string | undefined => {
  const have = new Set(held)
  return wanted.find((scope) => !SCOPES.has(scope) || !covers(have, scope))
}
