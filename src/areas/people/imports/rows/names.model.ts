/** The parts of a name in one cell. */
export interface NameParts {
  first: string | undefined
  last: string | undefined
}

/** Words that begin a family name: "Ludwig van Beethoven", "Ana de la Cruz". */
const PARTICLES = new Set(
  'van von vom zu zum zur de del della der den di da do dos das du la le el al bin ibn ben af av ter ten'.split(' '),
)

/** Splits the name of a person: "Last, First", or "First Last" where particles belong to the last name. */
export const splitName = (text: string): NameParts => {
  const comma = text.indexOf(',')
  if (comma >= 0) return { last: part(text.slice(0, comma)), first: part(text.slice(comma + 1)) }
  const words = text.trim().split(/\s+/)
  if (words.length === 1) return { first: undefined, last: words[0] }
  const particle = words.findIndex((word, at) => at > 0 && at < words.length - 1 && PARTICLES.has(word.toLowerCase()))
  const at = particle > 0 ? particle : words.length - 1
  return { first: words.slice(0, at).join(' '), last: words.slice(at).join(' ') }
}

const part = (text: string): string | undefined => text.trim() || undefined
