import type { IntLookupChoice } from '#contract/shared'
import { presentChoices } from '#kernel/http/lookup-choices'
import type { Scope } from '#kernel/tenancy/scope'
import { type ValueList, valueLists } from './value-lists.model.ts'
import { type LookupRow, type LookupTable, lookupSql } from './value-lists.sql.ts'

export type LookupList = ValueList | LookupTable

/** Reads the choices of a list, in display order. */
export const readLookup = async (scope: Scope, list: LookupList): Promise<IntLookupChoice[]> => {
  const rows = isTable(list) ? await scope.db.rows<LookupRow>(lookupSql[list]) : fixedRows(list)
  return presentChoices(rows)
}

/** The names of the statuses in a sum of bits of MembershipStatusTypeId. */
export const statusNames = (bits: number): string[] =>
  Object.entries(valueLists.statuses).flatMap(([bit, name]) => ((bits & Number(bit)) === 0 ? [] : [name]))

const isTable = (list: LookupList): list is LookupTable => list in lookupSql

const fixedRows = (list: ValueList): LookupRow[] =>
  Object.entries(valueLists[list]).map(([id, name]) => ({ id: Number(id), name, extra: null, color: null }))
