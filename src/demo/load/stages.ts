import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { columnsOf, DERIVED_COLUMNS, ENTERED_COLUMNS, LISTS } from '#areas/people/contacts/records/columns.model'
import { CopyText } from './copy-text.ts'

/** The contact's row has three parts: its own columns, those that were entered, and those that are derived from them. */
const OWN = 'id audit_id created_at deleted_at merged_into_id tokens'.split(' ')
const DERIVED: readonly string[] = DERIVED_COLUMNS
const ENTERED = ENTERED_COLUMNS.filter((column) => !DERIVED.includes(column))

/** The lists of a contact, parents before their children. */
const CONTACT_LISTS = ['places', 'emails', 'phones', 'websites', 'addresses', 'roles', 'designations'] as const

type ListTable = (typeof LISTS)[(typeof CONTACT_LISTS)[number]]['table']

const listTables = Object.fromEntries(
  CONTACT_LISTS.map((list) => [LISTS[list].table, columnsOf(list).join(' ')]),
) as Record<ListTable, string>

/** The tables that are loaded, parents before their children. tenant_id, and ids that nothing references, are added. */
const TABLES = {
  contact: [...OWN, ...ENTERED, ...DERIVED].join(' '),
  ...listTables,
  contact_relationship: 'contact_id other_contact_id type_id',
  contact_tag: 'contact_id tag_id',
  contact_group_member: 'contact_id group_id state',
  contact_chapter: 'contact_id chapter_id is_primary is_by_postal_code',
  directory_listing: 'contact_id directory_id',
  contact_category: 'contact_id item_id',
  contact_activity: 'contact_id activity_date type_id description created_by',
  contact_communication: 'contact_id type_id status_type_id from_display_name occurred_at subject category',
  contact_certification: 'contact_id certification_id status start_date completed_date hours_earned',
  custom_field_value: 'field_id object_id number_value date_value ref_id sort_key',
  contact_record: 'contact_id kind name status amount start_date',
  invoice: 'id number contact_id issued_on due_on subtotal total balance voided_at',
  invoice_line: 'invoice_id position description unit_price amount account_id',
  payment: 'id number contact_id received_on amount open_amount payment_type_id deposit_account_id',
  application: 'payment_id invoice_id amount applied_on',
  membership:
    'id contact_id type_id level_id joined_on approved_at auto_renew cancelled_on dropped_on end_reason status start_date expiration_date renewal_date amount balance next_day',
  membership_term: 'membership_id kind level_id starts_on ends_on ended_on months amount invoice_id activated_at',
  journal_entry: 'id posted_on document_kind document_id reference contact_id',
  journal_line: 'entry_id position account_id contact_id posted_on amount',
  task_item: 'contact_id name type_id priority_id assigned_to_contact_id due_date completed_on percent_complete',
  audit_entry: 'entity entity_id audit_id action actor at',
} as const

export type LoadedTable = keyof typeof TABLES

export const LOADED_TABLES = Object.keys(TABLES)

interface Stage {
  table: LoadedTable
  columns: string[]
  lines: CopyText
  /** The columns of the table, and the expressions over the staged columns that fill them. */
  target: string
  source: string
}

/**
 * Temporary tables for loading. PostgreSQL rejects COPY into a table with row-level security, so rows are copied into
 * temporary tables (without log and indexes) and inserted from there, a batch in one statement per table.
 */
export class Stages {
  readonly #client: pg.Client
  readonly #tenantId: number
  readonly #stages: ReadonlyMap<LoadedTable, Stage>

  constructor(client: pg.Client, tenantId: number) {
    this.#client = client
    this.#tenantId = tenantId
    const named = Object.entries(TABLES) as [LoadedTable, string][]
    this.#stages = new Map(named.map(([table, columns]) => [table, stageOf(table, columns.split(' '))]))
  }

  /** Creates the tables; call it once per connection. */
  async create(): Promise<void> {
    await this.#client.query('SET temp_buffers = 4096')
    for (const { table, columns } of this.#stages.values()) {
      const selected = columns.map((column) => (column === 'tokens' ? 'NULL::text[] AS tokens' : column))
      await this.#client.query(
        `CREATE TEMPORARY TABLE stage_${table} ON COMMIT DELETE ROWS AS SELECT ${selected.join(', ')} FROM ${table} WITH NO DATA`,
      )
    }
  }

  /** Adds a row, with the columns of the table (for a contact: OWN, ENTERED and DERIVED); absent ones are null. */
  add(table: LoadedTable, ...row: readonly object[]): void {
    this.#stages.get(table)?.lines.add(...row)
  }

  /** Empties the tables, for a second flush in the same transaction. */
  async clear(): Promise<void> {
    await this.#client.query(`TRUNCATE ${LOADED_TABLES.map((table) => `stage_${table}`).join(', ')}`)
  }

  /** Inserts all added rows in the running transaction. */
  async flush(): Promise<void> {
    for (const { table, columns, lines, target, source } of this.#stages.values()) {
      const text = lines.take()
      if (text === '') continue
      const copy = this.#client.query(copyFrom(`COPY stage_${table} (${columns.join(', ')}) FROM STDIN`))
      await pipeline(Readable.from([Buffer.from(text)]), copy)
      const sql = `INSERT INTO ${table} (tenant_id, ${target}) SELECT $1::int, ${source} FROM stage_${table}`
      await this.#client.query(sql, [this.#tenantId])
    }
  }
}

const stageOf = (table: LoadedTable, columns: string[]): Stage => ({
  table,
  columns,
  lines: table === 'contact' ? new CopyText(OWN, ENTERED, DERIVED) : new CopyText(columns),
  target: columns.map((column) => (column === 'tokens' ? 'search' : column)).join(', '),
  source: columns.map((column) => (column === 'tokens' ? 'array_to_tsvector(tokens)' : column)).join(', '),
})
