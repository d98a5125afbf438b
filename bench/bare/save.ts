import type pg from 'pg'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import { parsePerson } from '#areas/people/contacts/persons/persons.input'
import { personSql } from '#areas/people/contacts/persons/persons.sql'
import { makeBlankContact, type NumberedTable } from '#areas/people/contacts/records/columns.model'
import { getDerivationFacts } from '#areas/people/contacts/records/contact-rows.service'
import { NewIds, takeIds } from '#areas/people/contacts/records/new-ids.queries'
import { planContact } from '#areas/people/contacts/records/plan.model'
import { insertContactSql } from '#areas/people/contacts/records/record-writes.sql'
import { type ContactDraft, makeNewRecords } from '#areas/people/contacts/records/records.model'
import { NO_REFERENCES } from '#areas/people/contacts/records/references.queries'
import { InputFaults } from '#kernel/errors/input-faults'
import type { Scope } from '#kernel/tenancy/scope'
import type { TenantDb } from '#kernel/tenancy/tenant-db'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { newPerson, SERIAL } from '../requests.ts'

/** Saves a person and returns it as text. */
export type BareSave = (body: string) => Promise<string>

interface Template {
  draft: ContactDraft
  insert: Sql
  read: Sql
  /** The placeholders of ids in those statements, with the tables whose real ids replace them. */
  placeholders: [string, NumberedTable][]
}

/**
 * Prepares the product's statements for a new person, without the parts for history, event and duplicates. Only the
 * ids and the serial number in their values differ between people, and are replaced for each person.
 */
export const prepareSave = async (scope: Scope, pool: pg.Pool): Promise<BareSave> => {
  const { draft, insert, read, placeholders } = await makeTemplate(scope)
  const bareDb = { rows: async ({ text, values }: Sql) => (await pool.query({ text, values })).rows } as TenantDb
  return async (body) => {
    const serial = /\d{8}/.exec(body)?.[0] ?? SERIAL
    const ids = await takeIds(bareDb, draft, 0)
    const real = new Map(placeholders.map(([placeholder, table]) => [placeholder, String(ids.next(table))]))
    const fill = (value: unknown) => filled(value, real, serial)
    const client = await pool.connect()
    try {
      const [, response] = await Promise.all([
        client.query({ name: 'insert', text: insert.text, values: insert.values.map(fill) }),
        client.query({ name: 'read', text: read.text, values: read.values.map(fill) }),
      ])
      client.release()
      return response.rows[0].text
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}

const PLACEHOLDERS = new RegExp(`11111111\\d\\d|${SERIAL}`, 'g')

const filled = (value: unknown, ids: ReadonlyMap<string, string>, serial: string): unknown => {
  if (typeof value === 'string') {
    return value.replace(PLACEHOLDERS, (found) => (found === SERIAL ? serial : (ids.get(found) ?? found)))
  }
  if (typeof value === 'number') return Number(ids.get(String(value)) ?? value)
  if (Array.isArray(value)) return value.map((item) => filled(item, ids, serial))
  return value
}

const makeTemplate = async (scope: Scope): Promise<Template> => {
  const faults = new InputFaults()
  const context = { countries: await findCountries(scope.db), homeCountry: undefined, faults }
  const draft = parsePerson(JSON.parse(newPerson(SERIAL).body ?? ''), context)
  const ids = new StandInIds()
  const blank = makeNewRecords(ids.next('contact'), makeBlankContact(1))
  const plan = planContact(blank, draft, NO_REFERENCES, ids, faults)
  faults.refuse()
  const insert = insertContactSql(plan, await getDerivationFacts(scope, scope.db))
  return { draft, insert, read: personSql(scope, plan.after.id), placeholders: ids.placeholders }
}

/** Returns unique ids of ten digits, and records the table of each. */
class StandInIds extends NewIds {
  readonly placeholders: Template['placeholders'] = []

  constructor() {
    super({})
  }

  override next(table: NumberedTable): number {
    const id = 1_111_111_100 + this.placeholders.length
    this.placeholders.push([String(id), table])
    return id
  }
}
