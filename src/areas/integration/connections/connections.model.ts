import { forbidden, insufficientScope } from '#kernel/errors/problem'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'

type Grants = Pick<Scope, 'grants'>

/** A source passes on contacts and memberships, which the caller must be allowed to read. */
const SOURCE_SCOPES = ['contacts:read', 'memberships:read']
/** A connection creates and changes contacts and memberships of its target. */
const TARGET_SCOPES = ['contacts:write', 'memberships:write']

const missingOf = (scope: Grants, isSource: boolean): string | undefined =>
  (isSource ? SOURCE_SCOPES : TARGET_SCOPES).find((one) => !hasGrant(scope, one))

/** Returns whether the caller can let contacts cross: out of this tenant as the source, into it as the target. */
export const canLetCross = (scope: Grants, { isSource }: { isSource: boolean }): boolean =>
  missingOf(scope, isSource) === undefined

/** Rejects a caller that could get or change contacts only by way of a connection. @throws 403 insufficient-scope. */
export const requireCrossingScopes = (scope: Grants, { isSource }: { isSource: boolean }): void => {
  const missing = missingOf(scope, isSource)
  if (missing === undefined) return
  const effect = isSource ? 'passes contacts and memberships on' : 'creates and changes contacts and memberships'
  throw insufficientScope(missing, `This ${effect}, which requires the scope ${missing}.`)
}

/** Rejects callers that are limited to chapters: exchanges concern the whole tenant. @throws 403 beyond-chapters. */
export const requireWholeTenant = ({ chapters }: Pick<Scope, 'chapters'>): void => {
  if (!chapters) return
  throw forbidden(
    'Exchanges and connections concern the whole tenant, and you are limited to chapters.',
    'beyond-chapters',
  )
}
