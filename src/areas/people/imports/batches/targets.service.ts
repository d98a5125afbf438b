import type { KeyMatch, Party } from '#areas/people/contacts/imports/import-matches.queries'
import { isGroupName } from '#areas/people/groups/groups.service'
import type { ImportedMembership } from '#areas/people/memberships/imported/imported-memberships.service'
import { fold } from '#kernel/text/fold'
import type { Reason } from '../imports.model.ts'
import type { ParsedRow } from '../rows/row-context.model.ts'
import type { RowValues } from '../rows/row-values.input.ts'
import type { TableRow } from '../tables/source.model.ts'
import type { ImportWork, OpenedRow, Outcome } from './import-work.model.ts'
import { matchRow } from './row-matches.model.ts'
import type { RowMembership } from './saved-rows.service.ts'

export interface KeyedRow {
  row: TableRow
  values: RowValues
  parsed: OpenedRow['parsed']
  /** By which the row finds its contact. */
  keys: string[]
  /** Who it is; undefined if it finds none. */
  party: Party | undefined
}

/** A row with the contact that it changes; undefined for a new one. */
export interface Target {
  row: TableRow
  parsed: ParsedRow
  keys: string[]
  party: Party | undefined
  match: KeyMatch | undefined
  membership: ImportedMembership | undefined
}

export const refuse = ({ refused }: Outcome, row: TableRow, reasons: readonly Reason[]): void => {
  refused.push({ row, reasons })
}

/** The records with which rows are compared. */
interface Surroundings {
  matches: ReadonlyMap<string, KeyMatch[]>
  planned: (row: ParsedRow, contactId: number | undefined) => RowMembership
}

/** Parses a row for the contact that it finds, or for a new one. A row that is refused has no target. */
export const targetOf = (
  work: ImportWork,
  { row, values, parsed: known, keys, party }: KeyedRow,
  { matches, planned }: Surroundings,
  outcome: Outcome,
): Target[] => {
  const { line } = row
  const stored = new Map(keys.flatMap((key) => (matches.get(key) ?? []).map((match) => [match.id, match] as const)))
  const found = work.memory?.contacts(keys, [...stored.values()]) ?? [...stored.values()]
  const chosen = matchRow(work, { line, keys, party }, found)
  if ('reason' in chosen) {
    refuse(outcome, row, [chosen.reason])
    return []
  }
  const { match } = chosen
  // In a dry run, the contact that an earlier row would create.
  const isAgain = match !== undefined && match.id < 0
  const parsed = known ?? work.plan.reader.parse(row.line, values, match?.systemTypeId)
  if ('reasons' in parsed) {
    refuse(
      outcome,
      row,
      parsed.reasons.map((message) => ({ message })),
    )
    return []
  }
  const membership = planned(parsed, isAgain ? undefined : match?.id)
  const reasons = [
    ...groupReasons(work, parsed.groups),
    ...('fault' in membership ? [{ message: membership.fault }] : []),
    ...duplicateReasons(work, parsed, match),
  ]
  if (reasons.length > 0) {
    refuse(outcome, row, reasons)
    return []
  }
  if (parsed.guesses.length > 0) outcome.guessed.push({ line, guesses: parsed.guesses })
  if (isAgain) {
    if (party) work.memory?.rename(match, party)
    outcome.counts.updated++
    return []
  }
  return [{ row, parsed, keys, party, match, membership: 'planned' in membership ? membership.planned : undefined }]
}

// Missing groups are created with the first contact that is saved.
const groupReasons = ({ groups, plan }: ImportWork, names: readonly string[]): Reason[] => {
  const { CreateGroups } = plan.settings
  const message = CreateGroups
    ? 'Groups: names a group with an invalid name'
    : 'Groups: names a group that does not exist'
  return names
    .filter((name) => !groups.has(fold(name)) && !(CreateGroups && isGroupName(name)))
    .map((detail) => ({ message, detail }))
}

// A dry run stores nothing that the database could find duplicates of the same file by.
const duplicateReasons = (
  { memory }: ImportWork,
  { line, systemTypeId, draft }: ParsedRow,
  match: KeyMatch | undefined,
): Reason[] => {
  if (match !== undefined || draft.forceSave) return []
  const earlier = memory?.check(line, systemTypeId, draft)
  return earlier === undefined
    ? []
    : [{ message: 'may be the same as an earlier row of the file', detail: `line ${earlier}` }]
}
