import {
  employerKey,
  ensureEmployers,
  findBareOrganizations,
  withEmployer,
} from '#areas/people/contacts/imports/import-employers.service'
import { findContactsByKey, type KeyMatch } from '#areas/people/contacts/imports/import-matches.queries'
import { clearedParts } from '#areas/people/contacts/imports/import-rows.service'
import { updateContacts } from '#areas/people/contacts/imports/import-updates.service'
import { createContacts, type SavedOrFaults } from '#areas/people/contacts/imports/imports.service'
import { NO_VALUES } from '#areas/people/custom-fields/values/values.service'
import { isGroupName } from '#areas/people/groups/groups.service'
import type { ImportedMembership } from '#areas/people/memberships/imported/imported-memberships.service'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import { NO_COUNTS, type Reason } from '../imports.model.ts'
import { INFO_FIELDS } from '../rows/body.input.ts'
import type { ParsedRow } from '../rows/row-context.model.ts'
import { RowValues } from '../rows/row-values.input.ts'
import type { TableRow } from '../tables/source.model.ts'
import type { ImportWork, OpenedRow, Outcome } from './import-work.model.ts'
import { type SavedRow, saveLabels } from './labels.service.ts'
import { membershipPlanner, type RowMembership, saveMemberships } from './memberships.service.ts'
import { keysOf, wavesOf } from './waves.model.ts'

interface KeyedRow {
  row: TableRow
  values: RowValues
  parsed: OpenedRow['parsed']
  /** By which the row finds its contact. */
  keys: string[]
}

/** A row with the contact that it changes; undefined for a new one. */
interface Target {
  row: TableRow
  parsed: ParsedRow
  keys: string[]
  match: KeyMatch | undefined
  membership: ImportedMembership | undefined
}

/** Saves the rows of a batch, in its transaction: contacts first, then their labels and memberships. */
export const saveRows = async (
  scope: Scope,
  tx: DriverTransaction,
  work: ImportWork,
  opened: readonly OpenedRow[],
): Promise<Outcome> => {
  const outcome: Outcome = { refused: [], counts: { ...NO_COUNTS }, groups: new Map() }
  const kind = work.plan.settings.Match
  const readable: KeyedRow[] = []
  for (const { row, values, parsed } of opened) {
    if (!(values instanceof RowValues))
      refuse(
        outcome,
        row,
        values.reasons.map((message) => ({ message })),
      )
    else
      readable.push({ row, values, parsed, keys: kind === 'None' ? [] : keysOf(kind, work.plan.reader.keys(values)) })
  }
  const waves = kind === 'None' ? [readable] : wavesOf(readable, ({ keys }) => keys)
  for (const wave of waves) await saveWave(scope, tx, work, wave, outcome)
  outcome.refused.sort((a, b) => a.row.line - b.row.line)
  outcome.counts.rowsRead = opened.length
  outcome.counts.refused = outcome.refused.length
  return outcome
}

const refuse = ({ refused }: Outcome, row: TableRow, reasons: readonly Reason[]): void => {
  refused.push({ row, reasons })
}

const saveWave = async (
  scope: Scope,
  tx: DriverTransaction,
  work: ImportWork,
  rows: readonly KeyedRow[],
  outcome: Outcome,
): Promise<void> => {
  const matches = await findMatches(scope, tx, work, rows)
  const known = [...matches.values()].flat().map(({ id }) => id)
  const planned = await membershipPlanner(scope, tx, work, known)
  const found = rows.flatMap((row) => targetOf(work, row, { matches, planned }, outcome))
  const targets = await adoptEmployers(scope, tx, work, found)
  const creates = targets.filter(({ match }) => match === undefined)
  const updates = targets.flatMap(({ match, ...rest }) => (match ? [{ ...rest, match }] : []))
  // Organizations first if they can be the employers of individuals in the same rows; otherwise in the order of the file.
  const hasEmployers = targets.some(({ parsed }) => parsed.employer !== undefined)
  const isFirst = ({ parsed }: Target) => hasEmployers && parsed.systemTypeId === 2
  const organizations = creates.filter(isFirst)
  const others = creates.filter((target) => !isFirst(target))
  const create = (some: readonly Target[], draftOf: (row: ParsedRow) => ParsedRow['draft']) =>
    createContacts(
      scope,
      tx,
      some.map(({ parsed }) => ({ ...parsed, draft: draftOf(parsed), values: parsed.values ?? NO_VALUES })),
    )
  const savedOrganizations = await create(organizations, ({ draft }) => draft)
  const employed = await employDrafts(scope, tx, work, targets, outcome)
  const savedOthers = await create(others, employed)
  const updated = await updateContacts(
    scope,
    tx,
    updates.map(({ parsed, match }) => {
      const { systemTypeId } = parsed
      const cleared = clearedParts(parsed.cleared, infoOf)
      return { contactId: match.id, systemTypeId, draft: employed(parsed), cleared }
    }),
  )
  const saved = [
    ...savedRows(organizations, savedOrganizations, true, outcome),
    ...savedRows(others, savedOthers, true, outcome),
    ...savedRows(updates, updated, false, outcome),
  ]
  outcome.counts.membershipsCreated += await saveMemberships(scope, tx, saved)
  await saveLabels(scope, tx, work, saved, outcome)
  for (const { isNew, isChanged } of saved) {
    if (isNew) outcome.counts.imported++
    else if (isChanged) outcome.counts.updated++
    else outcome.counts.unchanged++
  }
}

const findMatches = async (
  scope: Scope,
  tx: DriverTransaction,
  { plan }: ImportWork,
  rows: readonly KeyedRow[],
): Promise<Map<string, KeyMatch[]>> => {
  const { Match } = plan.settings
  const found = new Map<string, KeyMatch[]>()
  if (Match === 'None') return found
  const keys = [...new Set(rows.flatMap((row) => row.keys))]
  for (const match of await findContactsByKey(scope, tx, Match, keys))
    found.set(match.key, [...(found.get(match.key) ?? []), match])
  return found
}

/** A row of an organization that an earlier row has named as an employer completes it, instead of being its duplicate. */
const adoptEmployers = async (
  scope: Scope,
  tx: DriverTransaction,
  { plan }: ImportWork,
  targets: readonly Target[],
): Promise<Target[]> => {
  const nameOf = ({ match, parsed }: Target) =>
    match === undefined && parsed.systemTypeId === 2 && !plan.settings.ForceSave
      ? (parsed.draft.entered.organization_name ?? undefined)
      : undefined
  const bare = await findBareOrganizations(
    scope,
    tx,
    targets.flatMap((target) => nameOf(target) ?? []),
  )
  const taken = new Set<number>()
  return targets.map((target) => {
    const key = employerKey(nameOf(target) ?? '')
    const id = bare.get(key)
    if (id === undefined || taken.has(id)) return target
    taken.add(id)
    return { ...target, match: { key, id, systemTypeId: 2 } }
  })
}

/** Creates the organizations of individuals that do not exist. Returns the draft of a row with its role. */
const employDrafts = async (
  scope: Scope,
  tx: DriverTransaction,
  { employers, isDryRun }: ImportWork,
  targets: readonly Target[],
  { counts }: Outcome,
): Promise<(row: ParsedRow) => ParsedRow['draft']> => {
  const names = targets.flatMap(({ parsed }) => parsed.employer ?? [])
  const { ids, created } = await ensureEmployers(scope, tx, names)
  // A dry run would create an organization again for the next batch.
  counts.imported += created.filter((key) => !employers.has(key)).length
  for (const key of isDryRun ? created : []) employers.add(key)
  return ({ draft, employer }) => {
    const id = employer === undefined ? undefined : ids.get(employerKey(employer))
    return id === undefined ? draft : withEmployer(draft, id)
  }
}

/** What rows are compared with. */
interface Surroundings {
  matches: ReadonlyMap<string, KeyMatch[]>
  planned: (row: ParsedRow, contactId: number | undefined) => RowMembership
}

/** Parses a row for the contact that it finds, or for a new one. A row that is refused has no target. */
const targetOf = (
  work: ImportWork,
  { row, values, parsed: known, keys }: KeyedRow,
  { matches, planned }: Surroundings,
  outcome: Outcome,
): Target[] => {
  const { Match, OnlyUpdates } = work.plan.settings
  const found = new Map(keys.flatMap((key) => (matches.get(key) ?? []).map((match) => [match.id, match] as const)))
  const [match] = found.values()
  const isAgain = match === undefined && (work.memory?.hasKey(keys) ?? false)
  const reason = keyReason(Match, keys, found.size, OnlyUpdates && !isAgain)
  if (reason !== undefined) {
    refuse(outcome, row, [{ message: reason }])
    return []
  }
  const parsed = known ?? work.plan.reader.parse(row.line, values, match?.systemTypeId)
  if ('reasons' in parsed) {
    refuse(
      outcome,
      row,
      parsed.reasons.map((message) => ({ message })),
    )
    return []
  }
  const membership = planned(parsed, match?.id)
  const reasons = [
    ...groupReasons(work, parsed.groups),
    ...('fault' in membership ? [{ message: membership.fault }] : []),
    ...duplicateReasons(work, parsed, match, isAgain),
  ]
  if (reasons.length > 0) {
    refuse(outcome, row, reasons)
    return []
  }
  if (isAgain) {
    // In a dry run, the contact that an earlier row would create.
    outcome.counts.updated++
    return []
  }
  if (match === undefined) work.memory?.addKeys(keys)
  return [{ row, parsed, keys, match, membership: 'planned' in membership ? membership.planned : undefined }]
}

const keyReason = (
  kind: ImportWork['plan']['settings']['Match'],
  keys: readonly string[],
  matches: number,
  onlyUpdates: boolean,
): string | undefined => {
  if (matches > 1) return 'matches several contacts: merge them, or match by another value'
  if (matches === 1) return undefined
  if (kind === 'ContactId' && keys.length > 0) return 'ContactId: is not the id of an existing contact'
  return onlyUpdates ? 'matches no contact' : undefined
}

/** Missing groups are created with the first contact that is saved. */
const groupReasons = ({ groups, plan }: ImportWork, names: readonly string[]): Reason[] => {
  const { CreateGroups } = plan.settings
  const message = CreateGroups
    ? 'Groups: names a group with an invalid name'
    : 'Groups: names a group that does not exist'
  return names
    .filter((name) => !groups.has(fold(name)) && !(CreateGroups && isGroupName(name)))
    .map((detail) => ({ message, detail }))
}

/** A dry run stores nothing that the database could find duplicates of the same file by. */
const duplicateReasons = (
  { memory }: ImportWork,
  { line, systemTypeId, draft }: ParsedRow,
  match: KeyMatch | undefined,
  isAgain: boolean,
): Reason[] => {
  if (match !== undefined || isAgain || draft.forceSave) return []
  const earlier = memory?.check(line, systemTypeId, draft)
  return earlier === undefined
    ? []
    : [{ message: 'may be the same as an earlier row of the file', detail: `line ${earlier}` }]
}

const savedRows = (
  targets: readonly Omit<Target, 'match'>[],
  results: readonly SavedOrFaults[],
  isNew: boolean,
  outcome: Outcome,
): SavedRow[] =>
  targets.flatMap(({ row, parsed, membership }, at) => {
    const result = results[at]
    if (result && 'contactId' in result) return [{ ...result, isNew, parsed, membership }]
    refuse(outcome, row, result?.faults ?? [])
    return []
  })

const infoOf = (field: string) => {
  const [, kind, typeId] = INFO_FIELDS.find(([name]) => name === field) ?? []
  return kind === undefined || typeId === undefined ? undefined : { kind, typeId }
}
