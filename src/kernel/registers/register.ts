/**
 * What areas further down the order add to an area further up, which does not import them: what follows an invoice, what
 * a contact's row shows of other areas. The area further up declares the register and says what an entry must do.
 */
export interface Register<Entry> {
  /**
   * Returns the entries, in the order of the areas. Call it in a function: a module is loaded before the areas are
   * joined.
   */
  entries(): readonly Entry[]
}

/** Entries of an area for the register of another one. */
export interface Addition {
  apply(): void
}

/** Makes a set of registers that are filled together. The application has one; see below. */
export const openRegisters = () => {
  let areJoined = false
  const filled = new Map<Register<never>, unknown[]>()
  return {
    /** @param name says in errors what the entries are: "followers of invoices". */
    register: <Entry>(name: string): Register<Entry> => {
      const entries: Entry[] = []
      const made: Register<Entry> = {
        entries: () => {
          if (!areJoined) throw new Error(`No area has added its ${name} yet: import #areas/index first`)
          return entries
        },
      }
      filled.set(made as Register<never>, entries)
      return made
    },
    /** The part of an area's manifest that adds entries to a register. */
    addTo: <Entry>(to: Register<Entry>, ...entries: readonly Entry[]): Addition => ({
      apply: () => void filled.get(to as Register<never>)?.push(...entries),
    }),
    /** Fills the registers. `areas/index.ts` calls it once, when all areas are loaded. */
    joinAreas: (additions: readonly Addition[]): void => {
      if (areJoined) throw new Error('The areas are joined already')
      for (const addition of additions) addition.apply()
      areJoined = true
    },
  }
}

export const { register, addTo, joinAreas } = openRegisters()
