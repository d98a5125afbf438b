import type pg from 'pg'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import { parsePerson } from '#areas/people/contacts/persons/persons.input'
import { personSql } from '#areas/people/contacts/persons/persons.sql'
import { blankContact, type NumberedTable } from '#areas/people/contacts/records/columns.model'
import { getDerivationFacts } from '#areas/people/contacts/records/contact-rows.service'
import type { ContactDraft } from '#areas/people/contacts/records/drafts.model'
import { NewIds, takeIds } from '#areas/people/contacts/records/new-ids.queries'
import { planContact } from '#areas/people/contacts/records/plan.model'
import { insertContactSql } from '#areas/people/contacts/records/record-writes.sql'
import { newRecords } from '#areas/people/contacts/records/records.model'
import { NO_REFERENCES } from '#areas/people/contacts/records/references.queries'
import { InputFaults } from '#kernel/errors/input-faults'
import type { Scope } from '#kernel/tenancy/scope'
import type { TenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { newPerson, SERIAL } from '../workloads.ts'

/** Saves a person and answers it as text. */
export type BareSave = (body: string) => Promise<string>

interface Template {
  draft: ContactDraft
  insert: Sql
  read: Sql
  /** The ids in those statements, and the tables whose real ones take their places. */
  places: [string, NumberedTable][]
}

/**
 * The product's statements for a new person, without the parts for history, event and duplicates. They are made once;
 * for each person the ids and the serial number in their values are replaced, which is all that tells people apart.
 */
export const prepareSave = async (scope: Scope, pool: pg.Pool): Promise<BareSave> => {
  const { draft, insert, read, places } = await makeTemplate(scope)
  const bareDb = { rows: async ({ text, values }: Sql) => (await pool.query({ text, values })).rows } as TenantDb
  return async (body) => {
    const serial = /\d{8}/.exec(body)?.[0] ?? SERIAL
    const ids = await takeIds(bareDb, draft, 0)
    const real = new Map(places.map(([place, table]) => [place, String(ids.next(table))]))
    const fill = (value: unknown) => filled(value, real, serial)
    const client = await pool.connect()
    try {
      const [, answer] = await Promise.all([
        client.query({ name: 'insert', text: insert.text, values: insert.values.map(fill) }),
        client.query({ name: 'read', text: read.text, values: read.values.map(fill) }),
      ])
      client.release()
      return answer.rows[0].text
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}

const PLACES = new RegExp(`11111111\\d\\d|${SERIAL}`, 'g')

const filled = (value: unknown, ids: ReadonlyMap<string, string>, serial: string): unknown => {
  if (typeof value === 'string') {
    return value.replace(PLACES, (found) => (found === SERIAL ? serial : (ids.get(found) ?? found)))
  }
  if (typeof value === 'number') return Number(ids.get(String(value)) ?? value)
  if (Array.isArray(value)) return value.map((item) => filled(item, ids, serial))
  return value
}

const NO_HISTORY = () => Prisma.sql`nothing AS (SELECT 1)`

const makeTemplate = async (scope: Scope): Promise<Template> => {
  const faults = new InputFaults()
  const context = { countries: await findCountries(scope), homeCountry: undefined, faults }
  const draft = parsePerson(JSON.parse(newPerson(SERIAL).body ?? ''), context)
  const ids = new StandInIds()
  const blank = newRecords(ids.next('contact'), blankContact(1, scope.tenant.defaultContactStatusId))
  const plan = planContact(blank, draft, NO_REFERENCES, ids, faults)
  faults.refuse()
  const insert = insertContactSql(plan, await getDerivationFacts(scope), NO_HISTORY)
  return { draft, insert, read: personSql(scope, plan.after.id), places: ids.places }
}

/** Hands out ids of ten digits that nothing else looks like, and remembers for which tables. */
class StandInIds extends NewIds {
  readonly places: Template['places'] = []

  constructor() {
    super({})
  }

  override next(table: NumberedTable): number {
    const id = 1_111_111_100 + this.places.length
    this.places.push([String(id), table])
    return id
  }
}
