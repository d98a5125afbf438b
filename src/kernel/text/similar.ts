const MAX_EDITS = 2

/**
 * Returns the text that differs least from a given one, by at most two letters; undefined if there is none.
 *
 * @param formOf the form in which texts are compared.
 */
export const findSimilar = (
  text: string,
  known: readonly string[],
  formOf: (text: string) => string,
): string | undefined => {
  const form = formOf(text)
  const rated = known
    .filter((one) => Math.abs(formOf(one).length - form.length) <= MAX_EDITS)
    .map((one) => ({ one, edits: countEdits(form, formOf(one)) }))
  const [best] = rated.sort((one, other) => one.edits - other.edits)
  return best && best.edits <= MAX_EDITS && best.edits < form.length ? best.one : undefined
}

/** Returns the question whether a name means a similar one, to append to a fault; empty if there is none. */
export const adviceFor = (name: string, known: readonly string[]): string => {
  const meant = findSimilar(name, known, (text) => text.toLowerCase())
  return meant === undefined ? '' : `. Did you mean ${meant}?`
}

/** Returns the names to choose from, and which one a wrong name means. */
export const choiceOf = (name: string, known: readonly string[]): string =>
  `${known.join(', ')}${adviceFor(name, known)}`

/** Counts the letters to add, leave out or replace (Levenshtein). */
const countEdits = (one: string, other: string): number => {
  let row = [...other, ''].map((_letter, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, wanted] of [...other].entries()) {
      const replaced = (row[to] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
