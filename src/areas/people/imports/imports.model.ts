import type { ImportOptions, ImportReason } from '#contract/people/imports'
import type { FailureKind } from '#services/tenant-log/failure-kinds'
import type { ColumnField } from './columns/fields.model.ts'

/** The settings of an import: ImportOptions of the contract. */
export type ImportSettings = ImportOptions

/** Days after the end of an import after which it is deleted. */
export const KEPT_DAYS = 30

/** Imports of a tenant that are not complete. */
export const MAX_OPEN = 20

/** The results of an import so far. */
export interface ImportCounts {
  rowsRead: number
  imported: number
  updated: number
  unchanged: number
  refused: number
  groupsCreated: number
  membersAdded: number
  membershipsCreated: number
  addressesSuppressed: number
}

export const NO_COUNTS: ImportCounts = {
  rowsRead: 0,
  imported: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  groupsCreated: 0,
  membersAdded: 0,
  membershipsCreated: 0,
  addressesSuppressed: 0,
}

export const addCounts = (one: ImportCounts, other: Partial<ImportCounts>): ImportCounts => {
  const sum = { ...one }
  for (const [name, count] of Object.entries(other) as [keyof ImportCounts, number][]) sum[name] += count
  return sum
}

/** A row that was refused, as it is stored. */
export interface StoredRefusal {
  line: number
  reasons: string[]
  /** The cells of the row. */
  fields: readonly string[]
}

/** The reason why a row was refused: what is wrong, and what it concerns. */
export interface Reason {
  message: string
  detail?: string
}

export const textOf = ({ message, detail }: Reason): string =>
  detail === undefined ? message : `${message}: ${detail}`

/** Different reasons that are counted; further ones count as the last. */
const MAX_REASONS = 100
const OTHER_REASONS = 'Other reasons'
const MAX_LINES = 5

/** Reasons that an import shows. */
export const MAX_SHOWN = 20

/** Adds the reasons of refused rows to the counts, the most frequent first. */
export const countReasons = (
  before: readonly ImportReason[],
  refused: readonly { line: number; reasons: readonly Reason[] }[],
): ImportReason[] => {
  const counted = new Map(before.map((one) => [one.Reason, { ...one, Lines: [...one.Lines] }]))
  for (const { line, reasons } of refused) {
    for (const message of new Set(reasons.map((one) => one.message))) {
      const key = counted.has(message) || counted.size < MAX_REASONS ? message : OTHER_REASONS
      const one = counted.get(key) ?? { Reason: key, Count: 0, Lines: [] }
      one.Count++
      if (one.Lines.length < MAX_LINES) one.Lines.push(line)
      counted.set(key, one)
    }
  }
  return [...counted.values()].sort((a, b) => b.Count - a.Count)
}

/** Returns the scopes that an import needs, by the columns of its file and by its settings. */
export const scopesOf = (fields: readonly (ColumnField | undefined)[], settings: ImportSettings): string[] => {
  const has = (...wanted: ColumnField[]) => wanted.some((field) => fields.includes(field))
  return [
    'contacts:write',
    ...(has('Groups') || settings.Groups.length > 0 ? ['groups:write'] : []),
    ...(has('MembershipType', 'MembershipLevel') ? ['memberships:write'] : []),
    ...(has('EmailStatus', 'DoNotEmail') || settings.Preset === 'Mailchimp' ? ['mail:write'] : []),
  ]
}

/** An import ended early. */
export const importFailed: FailureKind = {
  name: 'importFailed',
  level: 'Error',
  logType: 'Import',
  entityType: 'import',
  meaning: 'An import of a file ended early.',
  remedy: 'Start it again with the file. Rows that were imported stay.',
}
