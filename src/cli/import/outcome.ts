import type { ImportRun } from '#prisma/client'
import { printable } from '../printable.ts'
import { number } from '../progress.ts'
import type { ImportOutcome } from './import-file.ts'

const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`

/** Reasons that are printed. */
const MAX_REASONS = 10

/** Ignored columns that are printed. */
const MAX_IGNORED = 10

/** Describes what an import has done, or what a dry run would do. */
export const describeOutcome = (file: string, outcome: ImportOutcome): string => {
  const { plan, state, resumedAfter, earlier, reportPath } = outcome
  const ignored = plan.columns.headers.filter((header, at) => header !== '' && plan.columns.fields.at(at) === undefined)
  return [
    ...(earlier ? describeEarlier(file, earlier) : []),
    ...(resumedAfter > 0 ? [`Continued after line ${number(resumedAfter)}, where an earlier run stopped.`] : []),
    ...describeFormat(outcome),
    ...describeWarnings(state.warnings),
    ...describeCounts(outcome),
    ...describeIgnored(ignored),
    ...describeReasons(state.reasons),
    ...(reportPath === undefined ? [] : [`The refused rows and their reasons: ${reportPath}`]),
  ].join('\n')
}

/** Says that every row was refused, by which the command fails; undefined if a row was imported, updated or unchanged. */
export const describeRefusal = (file: string, { plan, state }: ImportOutcome): string | undefined => {
  const { imported, updated, unchanged, refused } = state
  if (refused === 0 || imported + updated + unchanged > 0) return undefined
  return plan.settings.IsDryRun
    ? `Nothing would be imported: every row of ${file} would be refused.`
    : `Nothing was imported: every row of ${file} was refused.`
}

/** Names the first of the columns that are ignored; nothing without any. */
export const describeIgnored = (headers: readonly string[]): string[] => {
  if (headers.length === 0) return []
  const left = headers.length - MAX_IGNORED
  const named = headers.slice(0, MAX_IGNORED).map(printable).join(', ')
  return [`Ignored columns: ${named}${left > 0 ? ` and ${number(left)} more` : ''} (see --map).`]
}

/** The same file with the same options is not imported twice. */
const describeEarlier = (file: string, { id, finishedAt }: ImportRun): string[] => {
  const day = finishedAt?.toISOString().slice(0, 10) ?? ''
  return [
    `Nothing was changed now: import ${id} of ${day} has already imported ${file} with the same options.`,
    `To import the file again, change it or an option such as --match, or delete import ${id} first.`,
    `The result of import ${id}:`,
  ]
}

const describeFormat = ({ plan: { preset, table } }: ImportOutcome): string[] => {
  const format =
    table.sheet === null
      ? `${table.encoding}, columns separated by ${nameOf(table.delimiter ?? '')}`
      : `the sheet "${printable(table.sheet)}" of the workbook`
  return [`Read as ${preset === 'None' ? 'a list of contacts' : preset}: ${format}.`]
}

const DELIMITER_NAMES = new Map([
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'bars'],
])

const nameOf = (delimiter: string): string => DELIMITER_NAMES.get(delimiter) ?? `"${delimiter}"`

const describeCounts = ({ plan, state }: ImportOutcome): string[] => {
  const would = plan.settings.IsDryRun ? 'would be ' : ''
  const lines: [count: number, noun: string, what: string][] = [
    [state.imported, 'contact', `${would}created`],
    [state.updated, 'contact', `${would}updated`],
    [state.unchanged, 'contact', `${would}unchanged`],
    [state.groupsCreated, 'group', `${would}created`],
    [state.membersAdded, 'contact', `${would}added to groups`],
    [state.membershipsCreated, 'membership', `${would}created`],
    [state.addressesSuppressed, 'address', `${would}excluded from mail`],
  ]
  // Created, updated and unchanged in any case, so that the result of a second import is plain.
  const shown = lines.filter(([count], at) => count > 0 || at < 3)
  return [
    ...shown.map(([count, noun, what]) => `${noun === 'address' ? addresses(count) : counted(count, noun)} ${what}.`),
    `${counted(state.refused, 'row')} ${would ? 'would be refused' : 'refused'}.`,
  ]
}

const addresses = (count: number): string => `${number(count)} mail address${count === 1 ? '' : 'es'}`

/** What is doubtful about the file, and how cells were read that have several meanings. */
export const describeWarnings = (warnings: ImportOutcome['state']['warnings']): string[] =>
  warnings.map(({ Kind, Message, Count, Lines }) =>
    Kind === 'Encoding' ? `Warning: ${Message}` : `Warning: ${printable(Message)} (${linesOf(Count, Lines)})`,
  )

const linesOf = (count: number, lines: readonly number[]): string =>
  `${counted(count, 'row')}: line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}${count > lines.length ? ' ...' : ''}`

const describeReasons = (reasons: ImportOutcome['state']['reasons']): string[] => {
  if (reasons.length === 0) return []
  const width = String(number(reasons[0]?.Count ?? 0)).length
  const lines = reasons.slice(0, MAX_REASONS).map(({ Reason, Count, Lines }) => {
    const more = Count > Lines.length ? ' ...' : ''
    return `  ${number(Count).padStart(width)}  ${printable(Reason)} (line${Lines.length === 1 ? '' : 's'} ${Lines.join(', ')}${more})`
  })
  const left = reasons.length - lines.length
  return ['Main reasons:', ...lines, ...(left > 0 ? [`  and ${number(left)} more`] : [])]
}
