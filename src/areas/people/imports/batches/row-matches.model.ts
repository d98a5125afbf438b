import type { KeyMatch, MatchKind, Party } from '#areas/people/contacts/imports/import-matches.queries'
import type { Reason } from '../imports.model.ts'
import type { RowKeys } from '../rows/row-context.model.ts'
import type { ImportWork } from './import-work.model.ts'
import { areEqualParties, canBeContact } from './parties.model.ts'

/** Returns the keys by which a row finds its contact. */
export const keysOf = (kind: MatchKind, keys: RowKeys): string[] => {
  if (kind === 'Email') return keys.emails
  const one = kind === 'AccountNumber' ? keys.accountNumber : keys.contactId
  return one === undefined ? [] : [String(one)]
}

/**
 * Divides rows into waves: rows of one contact follow each other in the order of the file, so that each finds what the
 * earlier one has written.
 */
export const wavesOf = <T>(rows: readonly T[], keysOfRow: (row: T) => readonly string[]): T[][] => {
  const waves: T[][] = []
  const next = new Map<string, number>()
  for (const row of rows) {
    const keys = keysOfRow(row)
    const at = Math.max(0, ...keys.map((key) => next.get(key) ?? 0))
    for (const key of keys) next.set(key, at + 1)
    const wave = waves[at]
    if (wave) wave.push(row)
    else waves[at] = [row]
  }
  return waves
}

/** The contact of a row: undefined for a new one. */
export type RowMatch = { match: KeyMatch | undefined } | { reason: Reason }

export interface MatchedRow {
  line: number
  keys: readonly string[]
  party: Party | undefined
}

const NOUNS: Record<MatchKind, string> = { Email: 'address', AccountNumber: 'account number', ContactId: 'id' }

/** The option that decides what happens to people with one address. */
const DECIDED = 'SharedAddress=create makes a contact of each'

/** Chooses the contact that a row changes of those with its key, which can be other people of the same household. */
export const matchRow = (
  { plan, shared }: Pick<ImportWork, 'plan' | 'shared'>,
  row: MatchedRow,
  found: readonly KeyMatch[],
): RowMatch => {
  const { Match, OnlyUpdates, SharedAddress } = plan.settings
  const { keys, party } = row
  if (Match === 'None' || party === undefined) return { match: undefined }
  const other = shared?.otherLine(keys, party)
  const isNamed = isOfRow(plan.columns.fields, Match, party, other !== undefined)
  const [match, ...more] = found.filter(isNamed)
  if (more.length > 0) return { reason: { message: 'matches several contacts: merge them, or match by another value' } }
  if (match) return { match }
  const isShared = found.length > 0 || (other !== undefined && other < row.line)
  if (isShared && !(Match === 'Email' && SharedAddress === 'create'))
    return { reason: sharedReason(Match, other, found) }
  if (Match === 'ContactId' && keys.length > 0)
    return { reason: { message: 'ContactId: is not the id of an existing contact' } }
  return OnlyUpdates ? { reason: { message: 'matches no contact' } } : { match: undefined }
}

// Where the file has several people with a key, only the same name decides. A number that it has once is enough.
const isOfRow = (
  fields: ImportWork['plan']['columns']['fields'],
  kind: MatchKind,
  party: Party,
  isShared: boolean,
): ((contact: KeyMatch) => boolean) => {
  if (kind !== 'Email') return (contact) => !isShared || canBeContact(party, contact, false)
  const hasFirstNames = fields.includes('FirstName') || fields.includes('FullName')
  return (contact) => (isShared ? areEqualParties(party, contact) : canBeContact(party, contact, hasFirstNames))
}

const sharedReason = (kind: MatchKind, line: number | undefined, [contact]: readonly KeyMatch[]): Reason => {
  const decided = kind === 'Email' ? ` (${DECIDED})` : ''
  return line === undefined
    ? {
        message: `an existing contact of another name has this ${NOUNS[kind]}${decided}`,
        detail: `contact ${contact?.id}`,
      }
    : { message: `another row of the file has this ${NOUNS[kind]}${decided}`, detail: `line ${line}` }
}
