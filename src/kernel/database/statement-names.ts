import { createHash } from 'node:crypto'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Maximum total length of the named statements. A plan in the server takes about seventy times its text (a page of
 * contacts: 4,500 characters, 320 kB) on every connection: this much is about 40 MB.
 */
const MAX_LENGTH = 600_000
/** Texts that are remembered after their first use. */
const MAX_SEEN = 2000

/**
 * Names for statements by their text, so that a connection prepares each once: a page with a filter takes 0.15 ms when
 * prepared, 0.8 ms otherwise. Callers choose filters and orders, so there is no limit to the number of texts. Hence:
 *
 * - A text is named from its second use on. A text that is used once leaves nothing in the server.
 * - When the named texts get to the maximum length, all names are dropped and a new generation begins. PostgreSQL keeps
 *   prepared statements until their connection ends, so a pool that runs such texts closes the connections of older
 *   generations (see TenantPool). To drop single statements, each connection would have to do so in step with its
 *   running work; a new connection for some hundred new texts costs less.
 *
 * The name is the hash of the text: in every generation a text has one name, and a name one text.
 */
export class StatementNames {
  private readonly names = new Map<string, string>()
  private readonly seen = new Set<string>()
  private readonly maxLength: number
  private length = 0
  private current = 0

  constructor(maxLength = MAX_LENGTH) {
    this.maxLength = maxLength
  }

  /** Connections that were opened in an earlier generation can contain statements whose names were dropped. */
  get generation(): number {
    return this.current
  }

  /** Returns the name of a text, empty for a text that is not to be prepared. */
  nameOf(text: string): string {
    const known = this.names.get(text)
    if (known !== undefined) return known
    const name = createHash('sha1').update(text).digest('hex').slice(0, 20)
    if (!this.seen.delete(name)) {
      if (this.seen.size >= MAX_SEEN) this.seen.clear()
      this.seen.add(name)
      return ''
    }
    if (this.length + text.length > this.maxLength) this.startGeneration()
    this.length += text.length
    this.names.set(text, name)
    return name
  }

  /** Drops all names, so that no prepared statement of before is used again. */
  startGeneration(): void {
    this.names.clear()
    this.length = 0
    this.current++
  }
}

/**
 * Returns whether a prepared statement was refused because a migration has changed the columns of its result:
 * PostgreSQL refuses it on this connection forever. Nothing was done.
 */
export const isOutdatedStatement = (error: unknown): boolean =>
  (error as { code?: string }).code === '0A000' && /cached plan/.test((error as Error).message)

export const statementNames = new StatementNames()

/** Returns a statement for the driver, with its name. Sql composes its text at each access, so it is read once. */
export const namedStatement = ({ text, values }: Sql) => ({
  name: statementNames.nameOf(text),
  text,
  values: values as unknown[],
})
