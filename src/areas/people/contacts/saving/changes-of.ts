import type { Prisma } from '#prisma/client'
import type { ContactPlan, RecordList } from '../records/plan.model.ts'
import { type ContactRecords, ENTERED_COLUMNS } from '../records/records.model.ts'

export type Changes = Record<string, { old: Prisma.InputJsonValue | null; new: Prisma.InputJsonValue | null }>

const LISTS: readonly RecordList[] = [
  'emails',
  'phones',
  'websites',
  'places',
  'addresses',
  'roles',
  'designations',
  'parents',
]

/**
 * What a plan changes, for the history: fields with their old and new value; of lists the rows that differ. Empty where
 * nothing changes.
 */
export const changesOf = ({ before, after }: Pick<ContactPlan, 'before' | 'after'>): Changes => {
  const changes: Changes = {}
  for (const column of ENTERED_COLUMNS) {
    const [old, now] = [before.entered[column], after.entered[column]]
    if (old !== now) changes[column] = { old, new: now }
  }
  for (const list of LISTS) {
    const [old, now] = differing(before, after, list)
    if (old.length > 0 || now.length > 0) changes[list] = { old, new: now }
  }
  return changes
}

const differing = (before: ContactRecords, after: ContactRecords, list: RecordList): [JsonRow[], JsonRow[]] => {
  const known = new Map(before[list].map((row) => [row.id, JSON.stringify(row)]))
  const kept = new Map(after[list].map((row) => [row.id, JSON.stringify(row)]))
  const old = before[list].filter((row) => kept.get(row.id) !== known.get(row.id))
  // A shared place that is only used, not written, is no change of this contact's list.
  const now = after[list].filter((row) => kept.get(row.id) !== known.get(row.id))
  return [old.map(asJson), now.map(asJson)]
}

type JsonRow = Record<string, string | number | boolean | null>

const asJson = (row: object): JsonRow => ({ ...row }) as JsonRow
