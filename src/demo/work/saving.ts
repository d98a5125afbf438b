import { Problem } from '#kernel/errors/problem'
import { versionOf } from '#kernel/records/versions'

/** Names to try, a tenant of its own has few like them. */
const MOST_TRIES = 20

/**
 * Saves under the wanted name or, where the tenant has another record of that name, the first free one of "name (2)",
 * "name (3)" ...: what the tenant has itself is never taken for a part of the demonstration.
 */
export const withFreeName = async <T>(wanted: string, save: (name: string) => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried++) {
    try {
      return await save(tried === 1 ? wanted : `${wanted} (${tried})`)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'duplicate' || tried >= MOST_TRIES) throw error
    }
  }
}

/** What is saved anew has no version that anybody could expect. */
export const NEW = versionOf(null)

/** The id of a record that a service answers as the text of its JSON. */
export const idIn = ({ text }: { text: string }, field: string): number => Number(JSON.parse(text)[field])
