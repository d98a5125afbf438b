import { type Filter, printFilter, printLiteral } from './filter.ts'

/** One criterion that a list applied, as answers tell it (CriteriaItem in the contract). */
export interface CriteriaItem {
  Field: string | null
  Operator: string | null
  Value: string | null
}

/** The tests that a filter joins by `and`, one each; what is joined otherwise is told as text. */
export const criteriaOf = (filter: Filter | null): CriteriaItem[] => {
  if (filter === null) return []
  switch (filter.op) {
    case 'and':
      return filter.parts.flatMap(criteriaOf)
    case 'or':
    case 'not':
      return [{ Field: null, Operator: filter.op, Value: printFilter(filter) }]
    case 'in':
      return [{ Field: filter.field, Operator: 'in', Value: filter.values.map(printLiteral).join(', ') }]
    case 'contains':
    case 'startswith':
    case 'endswith':
      return [{ Field: filter.field, Operator: filter.op, Value: filter.text }]
    default:
      return [
        {
          Field: filter.field,
          Operator: filter.op,
          Value: filter.value.kind === 'text' ? filter.value.text : printLiteral(filter.value),
        },
      ]
  }
}
