import type pg from 'pg'

/** The tables whose ids are allocated before their rows, because other rows reference them. */
const NUMBERED = [
  'contact',
  'contact_email',
  'contact_phone',
  'contact_website',
  'address',
  'contact_address',
  'contact_role',
  'contact_designation',
  'membership',
  'invoice',
  'payment',
  'journal_entry',
] as const

export type NumberedTable = (typeof NUMBERED)[number]

/** No contact of the demonstration has more rows than this in one of the tables; each document has a journal entry. */
const MAX_PER_CONTACT = 4
const MAX_ENTRIES_PER_CONTACT = 8

const maxPerContact = (table: NumberedTable): number => {
  if (table === 'journal_entry') return MAX_ENTRIES_PER_CONTACT
  return table === 'contact' ? 1 : MAX_PER_CONTACT
}

/** Ids from the sequences, by table: allocated in bulk, used in ascending order. */
export class IdStock {
  readonly #client: pg.Client
  readonly #tenantId: number
  readonly #stocks = new Map<NumberedTable, { ids: number[]; used: number }>()

  constructor(client: pg.Client, tenantId: number) {
    this.#client = client
    this.#tenantId = tenantId
  }

  /** Allocates enough ids for a number of contacts. Unused ids are lost, as with any sequence. */
  async stockUp(contacts: number): Promise<void> {
    for (const table of NUMBERED) {
      const wanted = contacts * maxPerContact(table)
      const { ids, used } = this.#stocks.get(table) ?? { ids: [], used: 0 }
      const left = ids.slice(used)
      if (left.length >= wanted) continue
      const sql = `SELECT next_id($2::int, '${table}_id_seq')::float8 AS id FROM generate_series(1, $1)`
      const { rows } = await this.#client.query<[number]>({
        text: sql,
        values: [wanted - left.length, this.#tenantId],
        rowMode: 'array',
      })
      this.#stocks.set(table, { ids: [...left, ...rows.map(([id]) => id)], used: 0 })
    }
  }

  next(table: NumberedTable): number {
    const stock = this.#stocks.get(table)
    const id = stock?.ids.at(stock.used)
    if (stock === undefined || id === undefined) throw new RangeError(`No id of ${table} is allocated`)
    stock.used++
    return id
  }
}
