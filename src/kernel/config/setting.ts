/** One setting: its variable, purpose and parser. The table below is also the documentation. */
export interface Setting<T> {
  readonly env: string
  readonly about: string
  readonly fallback: T
  readonly parse: (text: string) => T
  readonly secret?: boolean
}

export const text = (env: string, about: string, fallback: string, secret = false): Setting<string> => ({
  env,
  about,
  fallback,
  parse: (value) => value,
  secret,
})

/** Returns the same setting with a check of its value: `check` throws a RangeError that states what is allowed. */
export const checked = (setting: Setting<string>, check: (value: string) => unknown): Setting<string> => ({
  ...setting,
  parse: (value) => {
    check(value)
    return value
  },
})

export const requireUrl =
  (...protocols: string[]) =>
  (value: string): void => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      throw new RangeError(
        `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      )
  }

export const integer = (
  env: string,
  about: string,
  fallback: number,
  least: number,
  most: number,
): Setting<number> => ({
  env,
  about,
  fallback,
  parse: (value) => {
    const read = Number(value)
    if (!/^\d+$/.test(value) || read < least || read > most)
      throw new RangeError(`must be a whole number from ${least} to ${most}`)
    return read
  },
})

export const oneOf = <const V extends string>(
  env: string,
  about: string,
  fallback: V,
  values: readonly V[],
): Setting<V> => ({
  env,
  about,
  fallback,
  parse: (value) => {
    const found = values.find((allowed) => allowed === value)
    if (!found) throw new RangeError(`must be one of ${values.join(', ')}`)
    return found
  },
})

export const flag = (env: string, about: string, fallback: boolean): Setting<boolean> => ({
  env,
  about,
  fallback,
  parse: (value) => {
    if (['true', '1', 'yes', 'on'].includes(value.toLowerCase())) return true
    if (['false', '0', 'no', 'off'].includes(value.toLowerCase())) return false
    throw new RangeError('must be true or false')
  },
})
