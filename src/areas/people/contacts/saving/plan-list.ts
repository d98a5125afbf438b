import type { InputFaults } from '#kernel/errors/input-faults'
import { Problem } from '#kernel/errors/problem'
import type { ItemDraft } from '../records/drafts.model.ts'

/** One list of a contact after a request: all of it, the rows to write, the ids to remove. */
export interface ListPlan<R> {
  after: R[]
  put: R[]
  removed: number[]
}

export interface ListRules<R, D> {
  /** Whose id a draft carries, for the fault: "email". */
  what: string
  /** Name of the id's field in the request. */
  idField: string
  /** The row that a draft asks for; `before` is undefined for a new one. Undefined where the draft is at fault. */
  row: (draft: D, before: R | undefined) => R | undefined
}

/** Applies the items of a request to a list: id 0 adds, isDeleted removes, what is not named stays. */
export const planList = <R extends { id: number }, D extends ItemDraft>(
  current: readonly R[],
  drafts: readonly D[],
  faults: InputFaults,
  rules: ListRules<R, D>,
): ListPlan<R> => {
  const after = new Map(current.map((row) => [row.id, row]))
  const put: R[] = []
  const removed: number[] = []
  for (const draft of drafts) {
    const before = after.get(draft.id)
    if (draft.id > 0 && !before) {
      faults.unknownReference(`${draft.pointer}/${rules.idField}`, `is no ${rules.what} of this contact`)
      continue
    }
    if (draft.isDeleted) {
      if (before && after.delete(before.id)) removed.push(before.id)
      continue
    }
    const row = rules.row(draft, before)
    if (!row || isSame(row, before)) continue
    const versioned = before ? nextVersion(row) : row
    after.set(row.id, versioned)
    put.push(versioned)
  }
  return { after: [...after.values()].sort((a, b) => a.id - b.id), put, removed }
}

const isSame = (row: object, before: object | undefined): boolean => {
  if (!before) return false
  const known = before as Record<string, unknown>
  return Object.entries(row).every(([name, value]) => known[name] === value)
}

const nextVersion = <R extends object>(row: R): R => {
  const { audit_id } = row as { audit_id?: number }
  return audit_id === undefined ? row : { ...row, audit_id: audit_id + 1 }
}

/** Refuses a nested record that has another version by now, naming the field; 0 says nothing. */
export const assertNestedVersion = (current: number | undefined, expected: number, pointer: string): void => {
  if (current === undefined || expected === 0 || expected === current) return
  throw new Problem(
    409,
    'stale-audit-id',
    `A part of the record has changed since it was read: ${pointer} is now ${current}.`,
    {
      errors: [{ pointer, message: `is now ${current}` }],
      extensions: { AuditId: current },
    },
  )
}
