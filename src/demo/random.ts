/** Pseudorandom numbers, the same for the same seed on every machine. Not for secrets. */
export interface Random {
  /** A fraction, at least 0 and below 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  /** True with this probability. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** A number of different entries, in the order of the list; all if there are fewer. */
  some<T>(from: readonly T[], count: number): T[]
}

/** Mulberry32 (public domain, Tommy Ettinger), seeded through one round of mixing so that near seeds differ. */
export const seededRandom = (seed: number): Random => {
  let state = mix(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    return (mix(state) >>> 0) / 0x1_0000_0000
  }
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(next() * from.length)]
    if (found === undefined) throw new RangeError('There is nothing to pick from')
    return found
  }
  return {
    next,
    pick,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (share) => next() < share,
    some: (from, count) => {
      let wanted = Math.min(count, from.length)
      return from.filter((_, at) => {
        const isTaken = next() * (from.length - at) < wanted
        if (isTaken) wanted--
        return isTaken
      })
    },
  }
}

const mix = (value: number): number => {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return mixed ^ (mixed >>> 14)
}

/** Fills a pattern: `#` becomes a digit, `^` a digit other than 0, `?` a capital letter that every country uses. */
export const fillPattern = (random: Random, pattern: string): string =>
  pattern.replace(/[#^?]/g, (sign) => {
    if (sign === '#') return String(random.between(0, 9))
    return sign === '^' ? String(random.between(1, 9)) : random.pick(LETTERS)
  })

const LETTERS = [...'ABDEFGHJLNPRSTUWXYZ']
