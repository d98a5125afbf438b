import type { AdLocationFilterInput } from '#contract/commerce/advertising'
import type { Literal } from '#kernel/listing/filter'
import { parseListFields } from '#kernel/listing/input'
import type { Condition, ListInput } from '#kernel/listing/request'

const equalTo = (field: string, value: Literal, shown: string): Condition => ({
  filter: { op: 'eq', field, value },
  item: { Field: field === 'SiteModuleTypeId' ? 'Type' : field, Operator: 'eq', Value: shown },
})

/** Parses the filter of the list of ad locations, without its domain. @param prefix the pointer before a field's name. */
export const parseAdLocationFilter = (filter: AdLocationFilterInput, prefix = '/'): ListInput => {
  const { HasAdsAssigned, Type } = filter
  return {
    ...parseListFields(filter, prefix),
    conditions: [
      ...(HasAdsAssigned === undefined
        ? []
        : [equalTo('HasAdsAssigned', { kind: 'boolean', value: HasAdsAssigned }, String(HasAdsAssigned))]),
      ...(Type ? [equalTo('SiteModuleTypeId', { kind: 'number', text: Type }, Type)] : []),
    ],
  }
}
