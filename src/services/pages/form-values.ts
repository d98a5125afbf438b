import { ownValue } from '#kernel/lookups/own-value'

/** The values of a form or a query. Characters that cannot be stored are removed. */
export class FormValues {
  readonly #source: object

  constructor(source: unknown) {
    this.#source = typeof source === 'object' && source !== null ? source : {}
  }

  /** Returns the trimmed value, of several the last; undefined if it is absent or empty. */
  get(name: string): string | undefined {
    return this.list(name).at(-1)
  }

  /** Returns all values of a name that are not empty. */
  list(name: string): string[] {
    const sent: unknown = ownValue(this.#source, name)
    const values: readonly unknown[] = Array.isArray(sent) ? sent : [sent]
    return values
      .flatMap((value) => (typeof value === 'string' ? [value.replaceAll('\u0000', '').toWellFormed().trim()] : []))
      .filter((value) => value !== '')
  }

  /** Returns the same values without one of the names. */
  without(name: string): FormValues {
    return new FormValues(Object.fromEntries(Object.entries(this.#source).filter(([own]) => own !== name)))
  }

  get names(): string[] {
    return Object.keys(this.#source)
  }
}

/** Writes values as the query of an address, without the question mark. */
export const queryText = (values: FormValues): string =>
  new URLSearchParams(
    values.names.flatMap((name) => values.list(name).map((value): [string, string] => [name, value])),
  ).toString()
