import { forbidden } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'

/** Rejects callers that are limited to chapters: exchanges concern the whole tenant. @throws 403 beyond-chapters. */
export const requireWholeTenant = ({ chapters }: Pick<Scope, 'chapters'>): void => {
  if (!chapters) return
  throw forbidden(
    'Exchanges and connections concern the whole tenant, and you are limited to chapters.',
    'beyond-chapters',
  )
}
