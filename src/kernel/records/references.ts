import { type FieldFault, type Problem, ruleRefused } from '../errors/problem.ts'

/** Entries of `errors` that one response reports at most. */
const MAX_REPORTED = 50

/** Returns the fault of a field that references a record which does not exist, or belongs to another tenant. */
export const referenceFault = (pointer: string, what: string): FieldFault => ({
  pointer,
  message: `does not reference an existing ${what}`,
})

/** Returns 422 `unknown-reference` for one field. */
export const unknownReference = (pointer: string, what: string): Problem =>
  unknownReferences([referenceFault(pointer, what)])

/** Returns 422 `unknown-reference` with every fault at once, 50 at most. */
export const unknownReferences = (faults: readonly FieldFault[]): Problem =>
  ruleRefused('unknown-reference', 'The request references records that do not exist.', faults.slice(0, MAX_REPORTED))
