/** A small change of a text, such as a bug that a test should find. */
export interface Edit {
  kind: string
  /** Offsets of the text that is replaced. */
  start: number
  end: number
  text: string
}

/** An edit of a file. */
export interface Mutant extends Edit {
  path: string
  line: number
  /** The change for readers, on one line: `old → new`; a short one with the text around it, `a {< → <=} b`. */
  change: string
}

const MAX_SHOWN = 140
/** Texts below this length are not unique in their file. */
const SHORT = 12
const AROUND = 30

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const cut = (text: string) => (text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`)

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length

/** Describes an edit of a file. */
export const mutantOf = (path: string, source: string, edit: Edit): Mutant => {
  const before = source.slice(edit.start, edit.end)
  const lead = before.length - before.trimStart().length
  const change = `${cut(oneLine(before))} → ${cut(oneLine(edit.text))}`.trim()
  const isShort = oneLine(before).length < SHORT
  return {
    ...edit,
    path,
    line: lineAt(source, edit.start + lead),
    change: isShort ? withContext(source, edit, change) : change,
  }
}

const withContext = (source: string, { start, end }: Edit, change: string): string => {
  const before = source.slice(Math.max(0, start - AROUND), start)
  const after = source.slice(end, end + AROUND)
  return oneLine(`${before} {${change}} ${after}`)
}

/** Returns the source with the edits, which do not overlap. */
export const applyEdits = (source: string, edits: readonly Edit[]): string => {
  let result = source
  for (const { start, end, text } of [...edits].sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + text + result.slice(end)
  return result
}

/** Returns whether one of the edits changes a part of the text that the other changes. */
export const overlaps = (a: Edit, b: Edit): boolean => a.start < b.end && b.start < a.end
