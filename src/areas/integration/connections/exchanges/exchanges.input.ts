import type { ExchangeEditInput, TenantLookupItemInput } from '#contract/integration/connections'
import { badInput, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { parseName } from '#kernel/records/names'
import { parsePathId } from '../path-ids.input.ts'

/** A tenant that a request names. */
export interface NamedTenant {
  key: string
  isSource: boolean
  pointer: string
}

export interface ExchangeDraft {
  name: string
  tenants: NamedTenant[]
  force: boolean
}

/** Parses an exchange. @throws 400; 422 both-sides, name-needed. */
export const parseExchange = (id: number, body: ExchangeEditInput): ExchangeDraft => {
  if (body.ExchangeId && body.ExchangeId !== id) throw badInput('/ExchangeId', 'must be 0 or the id in the path')
  const tenants = [
    ...namesOf(body.SourceTenants, '/SourceTenants', true),
    ...namesOf(body.TargetTenants, '/TargetTenants', false),
  ]
  refuseRepeated(tenants)
  return { name: parseName(body.ExchangeName, undefined, '/ExchangeName'), tenants, force: body.ForceSave ?? false }
}

const namesOf = (items: readonly TenantLookupItemInput[] | null, pointer: string, isSource: boolean): NamedTenant[] => {
  if (!items || items.length === 0) throw badInput(pointer, 'must name at least one tenant')
  return items.map(({ TenantKey }, at) => {
    const own = `${pointer}/${at}/TenantKey`
    if (!TenantKey) throw badInput(own, 'is required')
    return { key: TenantKey, isSource, pointer: own }
  })
}

const refuseRepeated = (tenants: readonly NamedTenant[]): void => {
  const seen = new Set<string>()
  const faults = tenants.flatMap(({ key, pointer }): FieldFault[] => {
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ pointer, message: 'names a tenant that the exchange already names' }]
  })
  if (faults.length > 0) throw ruleRefused('both-sides', 'A tenant can be named once, as source or as target.', faults)
}

/** Parses the id in the path of a save: digits. @throws 404 for an id that no record can have. */
export const parseExchangeId = (digits: string): number => parsePathId(digits, 'exchange')
