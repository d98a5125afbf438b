import type { TypeWithLevels } from '#areas/people/memberships/imported/imported-memberships.service'
import type { ImportCounts, Reason } from '../imports.model.ts'
import type { ImportPlan } from '../plans/plans.service.ts'
import type { Guess } from '../rows/guesses.model.ts'
import type { ParsedRow, RefusedRow } from '../rows/row-context.model.ts'
import type { RowValues } from '../rows/row-values.input.ts'
import type { TableRow } from '../tables/source.model.ts'
import type { DryRunMemory } from './dry-run-memory.model.ts'
import type { SharedKeys } from './shared-keys.model.ts'

/** The import that a batch belongs to. */
export interface ImportWork {
  plan: ImportPlan
  isDryRun: boolean
  /** Rows of the file, without the headers. */
  rows: number
  /** The groups of the tenant by folded name; a dry run adds those that would be created, with the id 0. */
  groups: Map<string, number>
  /** The membership types that rows can name; empty if the file has no column of them. */
  types: readonly TypeWithLevels[]
  /** The keys of organizations that a dry run has counted as created. */
  employers: Set<string>
  /** The rows of the file by the keys of their contacts; undefined if rows find none. */
  shared: SharedKeys | undefined
  /** For a dry run. */
  memory: DryRunMemory | undefined
}

/** A row whose cells were read. */
export interface OpenedRow {
  row: TableRow
  values: RowValues | RefusedRow
  /** Absent until it is known which contact the row changes. */
  parsed?: ParsedRow | RefusedRow
}

/** A row that was refused. */
export interface Refusal {
  row: TableRow
  reasons: readonly Reason[]
}

/** What a batch has done. */
export interface Outcome {
  refused: Refusal[]
  counts: ImportCounts
  /** The rows that are not refused by what they say, with how their cells were read that have several meanings. */
  guessed: { line: number; guesses: readonly Guess[] }[]
  /** The groups that it has created, by folded name. */
  groups: Map<string, number>
}
