import { Problem } from '#kernel/errors/problem'
import { versionOf } from '#kernel/records/versions'

/** Names to try: a tenant has few similar ones. */
const MAX_TRIES = 20

/**
 * Saves with the name or, if the tenant has another record of that name, with the first free one of "name (2)",
 * "name (3)" and so on. The tenant's own records are never treated as a part of the demonstration.
 */
export const withFreeName = async <T>(wanted: string, save: (name: string) => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried++) {
    try {
      return await save(tried === 1 ? wanted : `${wanted} (${tried})`)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'duplicate' || tried >= MAX_TRIES) throw error
    }
  }
}

/** A record that is created has no version yet. */
export const NEW = versionOf(null)

/** Returns the id of a record that a service returns as JSON text. */
export const idIn = ({ text }: { text: string }, field: string): number => Number(JSON.parse(text)[field])
