import { type Filter, printFilter, printLiteral } from './filter.ts'

/** One criterion that a list applied, as the response shows it (CriteriaItem in the contract). */
export interface CriteriaItem {
  Field: string | null
  Operator: string | null
  Value: string | null
}

/** Returns one item for each test that the filter joins by `and`. Other parts become one item with their text. */
export const describeCriteria = (filter: Filter | null): CriteriaItem[] => {
  if (filter === null) return []
  switch (filter.op) {
    case 'and':
      return filter.parts.flatMap(describeCriteria)
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
