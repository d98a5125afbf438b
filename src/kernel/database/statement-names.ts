import { createHash } from 'node:crypto'

/**
 * Characters of statements that are named at a time. A plan kept by the server takes about seventy times its text (a
 * page of contacts: 4,500 characters, 320 kB), on every connection: this much is about 40 MB.
 */
const ROOM = 600_000
/** Texts remembered for having been seen once. */
const MOST_ONCE = 2000

/**
 * Names for statements by their text, so that a connection prepares each once: a page with a filter takes 0.15 ms
 * prepared, 0.8 ms else. Filters and orders are the caller's to choose, so there is no end of texts. Hence
 *
 * - a text is named from the second time on: what is asked once leaves nothing behind;
 * - where the named ones fill the room, all names are given up and a new generation begins. PostgreSQL keeps prepared
 *   statements until their connection ends, so a pool that runs such texts lets go of the connections of older
 *   generations (see TenantPool). Dropping single statements would have to be done on each connection and in step with
 *   what is under way on it; a new connection for some hundred new texts costs less than keeping that book.
 *
 * The name is the text's hash: the same text never has two names, nor two texts one, in whatever generation.
 */
export class StatementNames {
  private readonly names = new Map<string, string>()
  private readonly once = new Set<string>()
  private readonly room: number
  private taken = 0
  private begun = 0

  constructor(room = ROOM) {
    this.room = room
  }

  /** Connections that were opened in an earlier one may hold statements whose names were given up. */
  get generation(): number {
    return this.begun
  }

  /** The text's name, empty where it is not to be kept. */
  nameOf(text: string): string {
    const known = this.names.get(text)
    if (known !== undefined) return known
    const name = createHash('sha1').update(text).digest('hex').slice(0, 20)
    if (!this.once.delete(name)) {
      if (this.once.size >= MOST_ONCE) this.once.clear()
      this.once.add(name)
      return ''
    }
    if (this.taken + text.length > this.room) this.begin()
    this.taken += text.length
    this.names.set(text, name)
    return name
  }

  private begin(): void {
    this.names.clear()
    this.taken = 0
    this.begun++
  }
}

/** Those of this process. */
export const statementNames = new StatementNames()
