/** The trigrams of a text: runs of three characters, with spaces before and after it. */
const trigramsOf = (text: string): Set<string> => {
  const padded = `  ${text} `
  const found = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3))
  return found
}

/** The share of the trigrams of two texts that both have. */
const trigramSimilarity = (one: string, other: string): number => {
  const first = trigramsOf(one)
  const second = trigramsOf(other)
  let common = 0
  for (const trigram of first) if (second.has(trigram)) common++
  return common / (first.size + second.size - common)
}

/** The number of letters to insert, delete, replace or swap with their neighbor. */
const editDistance = (one: string, other: string): number => {
  let [older, previous]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const changed = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      current.push(isSwapped ? Math.min(changed, (older[column - 2] ?? 0) + 1) : changed)
    }
    ;[older, previous] = [previous, current]
  }
  return previous[other.length] ?? 0
}

/**
 * How similar two folded texts are, 0 to 1. Trigrams find moved and added words; the edit distance finds typing errors in
 * short names, which have few trigrams.
 */
export const similarityOf = (one: string | null, other: string | null): number => {
  if (!one || !other) return 0
  if (one === other) return 1
  const byEdits = 1 - editDistance(one, other) / Math.max(one.length, other.length)
  return Math.max(trigramSimilarity(one, other), byEdits)
}
