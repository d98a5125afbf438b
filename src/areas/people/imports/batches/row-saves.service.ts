import {
  addEmployer,
  ensureEmployers,
  findBareOrganizations,
  makeEmployerKey,
} from '#areas/people/contacts/imports/import-employers.service'
import { findContactsByKey, type KeyMatch } from '#areas/people/contacts/imports/import-matches.queries'
import { findClearedParts } from '#areas/people/contacts/imports/import-rows.service'
import { updateContacts } from '#areas/people/contacts/imports/import-updates.service'
import { createContacts, type SavedOrFaults } from '#areas/people/contacts/imports/imports.service'
import { NO_VALUES } from '#areas/people/custom-fields/values/values.service'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { NO_COUNTS } from '../imports.model.ts'
import { INFO_FIELDS } from '../rows/body.input.ts'
import type { ParsedRow } from '../rows/row-context.model.ts'
import { RowValues } from '../rows/row-values.input.ts'
import type { DryRunMemory, ImportWork, OpenedRow, Outcome } from './import-work.model.ts'
import { keysOf, wavesOf } from './row-matches.model.ts'
import { loadMembershipPlanner, type SavedRow, saveLabels, saveMemberships } from './saved-rows.service.ts'
import { type KeyedRow, refuse, type Target, targetOf } from './targets.service.ts'

const rowKeys = (
  kind: ImportWork['plan']['settings']['Match'],
  reader: ImportWork['plan']['reader'],
  values: RowValues,
) => {
  if (kind === 'None') return { keys: [], party: undefined }
  const keys = reader.keys(values)
  return { keys: keysOf(kind, keys), party: keys.party }
}

/** Saves the rows of a batch, in its transaction: contacts first, then their labels and memberships. */
export const saveRows = async (
  scope: Scope,
  tx: DriverTransaction,
  work: ImportWork,
  opened: readonly OpenedRow[],
): Promise<Outcome> => {
  const outcome: Outcome = { refused: [], counts: { ...NO_COUNTS }, guessed: [], groups: new Map() }
  const kind = work.plan.settings.Match
  const readable: KeyedRow[] = []
  for (const { row, values, parsed } of opened) {
    if (!(values instanceof RowValues))
      refuse(
        outcome,
        row,
        values.reasons.map((message) => ({ message })),
      )
    else readable.push({ row, values, parsed, ...rowKeys(kind, work.plan.reader, values) })
  }
  const waves = kind === 'None' ? [readable] : wavesOf(readable, ({ keys }) => keys)
  work.memory?.beginBatch()
  for (const wave of waves) await saveWave(scope, tx, work, wave, outcome)
  work.memory?.endBatch()
  outcome.refused.sort((a, b) => a.row.line - b.row.line)
  outcome.guessed.sort((a, b) => a.line - b.line)
  outcome.counts.rowsRead = opened.length
  outcome.counts.refused = outcome.refused.length
  return outcome
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
  const planned = await loadMembershipPlanner(scope, tx, work, known)
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
      const cleared = findClearedParts(parsed.cleared, infoOf)
      return { contactId: match.id, systemTypeId, draft: employed(parsed), cleared }
    }),
  )
  const saved = [
    ...savedRows(work, organizations, savedOrganizations, outcome),
    ...savedRows(work, others, savedOthers, outcome),
    ...savedRows(work, updates, updated, outcome),
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

/** An employer is found by its name. */
const NO_NAMES = {
  firstName: null,
  middleName: null,
  lastName: null,
  suffix: null,
  commonName: null,
  organizationName: null,
}

// A row of an organization that an earlier row has named as an employer completes it, instead of being its duplicate.
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
    const key = makeEmployerKey(nameOf(target) ?? '')
    const id = bare.get(key)
    if (id === undefined || taken.has(id)) return target
    taken.add(id)
    return { ...target, match: { ...NO_NAMES, key, id, systemTypeId: 2 } }
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
    const id = employer === undefined ? undefined : ids.get(makeEmployerKey(employer))
    return id === undefined ? draft : addEmployer(draft, id)
  }
}

const savedRows = (
  { memory }: ImportWork,
  targets: readonly Target[],
  results: readonly SavedOrFaults[],
  outcome: Outcome,
): SavedRow[] =>
  targets.flatMap((target, at) => {
    const { row, parsed, membership, match } = target
    const result = results[at]
    if (result && 'contactId' in result) {
      if (memory) remember(memory, target, result.contactId)
      return [{ ...result, isNew: match === undefined, parsed, membership }]
    }
    refuse(outcome, row, result?.faults ?? [])
    return []
  })

const remember = (memory: DryRunMemory, { row, parsed, keys, party, match }: Target, contactId: number): void => {
  if (party === undefined) return
  if (match) memory.rename(match, party)
  else memory.addCreated(contactId, { line: row.line, keys, party, systemTypeId: parsed.systemTypeId })
}

const infoOf = (field: string) => {
  const [, kind, typeId] = INFO_FIELDS.find(([name]) => name === field) ?? []
  return kind === undefined || typeId === undefined ? undefined : { kind, typeId }
}
