import {
  areEqualParties,
  canBeContact,
  type MatchKind,
  type Party,
} from '#areas/people/contacts/imports/import-matches.queries'

interface Seen {
  line: number
  party: Party
}

/** Different parties of one key that are remembered: any row differs from one of them. */
const MAX_PARTIES = 5

/**
 * The rows of a file by the keys of their contacts. It is made from the whole file before its first row is imported, so that an import
 * that was stopped and a dry run find the same.
 */
export class SharedKeys {
  readonly #seen = new Map<string, Seen[]>()
  readonly #areSame: (one: Party, other: Party) => boolean

  constructor(kind: MatchKind) {
    // A number is of one contact, whose last name can change; people of one household share an address.
    this.#areSame = kind === 'Email' ? areEqualParties : (one, other) => canBeContact(one, other, false)
  }

  add(line: number, keys: readonly string[], party: Party): void {
    for (const key of keys) {
      const seen = this.#seen.get(key) ?? []
      if (seen.length === MAX_PARTIES || seen.some((known) => this.#areSame(party, known.party))) continue
      this.#seen.set(key, [...seen, { line, party }])
    }
  }

  /** The line of another party with one of the keys, the first of the file; undefined if there is none. */
  otherLine(keys: readonly string[], party: Party): number | undefined {
    const others = keys.flatMap((key) => this.#seen.get(key) ?? []).filter((one) => !this.#areSame(party, one.party))
    return others.length === 0 ? undefined : Math.min(...others.map(({ line }) => line))
  }
}
