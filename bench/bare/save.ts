import type pg from 'pg'
import { personSql } from '../../src/areas/people/contacts/person.queries.ts'
import { countriesById } from '../../src/areas/people/contacts/saving/countries.ts'
import { InputFaults } from '../../src/areas/people/contacts/saving/input-faults.ts'
import { readPerson } from '../../src/areas/people/contacts/saving/read-person.ts'
import { saveContact } from '../../src/areas/people/contacts/saving/save-contact.service.ts'
import type { Sql } from '../../src/generated/prisma/internal/prismaNamespace.ts'
import { newPerson, SERIAL } from '../workloads.ts'
import type { Recorder } from './recorder.ts'

/** Saves a person and answers it as text. */
export type BareSave = (pool: pg.Pool, body: string) => Promise<string>

interface Template {
  ids: Sql
  insert: Sql
  read: Sql
  /** Ids in the recorded statements, by the column that the real one comes from. */
  places: Map<string, string>
}

/**
 * The product's statements for a new person, without those for history, event and duplicates. They are recorded once;
 * for each person the ids and the serial number in their values are replaced, which is all that tells people apart.
 */
export const prepareSave = async (recorder: Recorder): Promise<BareSave> => {
  const { ids, insert, read, places } = await recordSave(recorder)
  return async (pool, body) => {
    const serial = /\d{8}/.exec(body)?.[0] ?? SERIAL
    const client = await pool.connect()
    try {
      const [, taken] = await Promise.all([client.query('BEGIN'), client.query(prepared('ids', ids, ids.values))])
      const real = new Map([...places].map(([place, column]) => [place, String(taken.rows[0][column][0])]))
      const fill = (value: unknown) => filled(value, real, serial)
      const [, answer] = await Promise.all([
        client.query(prepared('insert', insert, insert.values.map(fill))),
        client.query(prepared('read', read, read.values.map(fill))),
        client.query('COMMIT'),
      ])
      client.release()
      return answer.rows[0].text
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}

const prepared = (name: string, { text }: Sql, values: unknown[]) => ({ name, text, values })

const PLACES = new RegExp(`11111111\\d\\d|${SERIAL}`, 'g')

const filled = (value: unknown, ids: ReadonlyMap<string, string>, serial: string): unknown => {
  if (typeof value === 'string') {
    return value.replace(PLACES, (found) => (found === SERIAL ? serial : (ids.get(found) ?? found)))
  }
  if (typeof value === 'number') return Number(ids.get(String(value)) ?? value)
  if (Array.isArray(value)) return value.map((item) => filled(item, ids, serial))
  return value
}

const recordSave = async (recorder: Recorder): Promise<Template> => {
  const places = new Map<string, string>()
  const countries = await countriesById(recorder.scope)
  const { body = '' } = newPerson(SERIAL)
  const draft = readPerson({ ...JSON.parse(body), forceSave: true }, countries, undefined, new InputFaults())
  const work = (scope: Recorder['scope']) =>
    saveContact(scope, {
      systemTypeId: 1,
      contactId: 0,
      draft,
      expected: { auditId: null, ifMatch: null },
      answer: (id) => personSql(scope, id),
    })
  const statements = await recorder.record(work, (query) => (isIds(query) ? [standInIds(query, places)] : []))
  const found = (test: (query: Sql) => boolean): Sql => {
    const statement = statements.find(test)
    if (!statement) throw new Error('The product saves in another way now: adapt bench/bare/save.ts')
    return statement
  }
  return {
    ids: found(isIds),
    insert: found(({ text }) => text.includes('INSERT INTO contact ')),
    read: found(({ text }) => text.includes('row_to_json')),
    places,
  }
}

const isIds = ({ text }: Sql): boolean => text.includes('nextval')

/** One id for each table asked for. */
const standInIds = ({ text }: Sql, places: Map<string, string>): Record<string, number[]> => {
  const columns = [...text.matchAll(/\) AS (\w+)/g)].map(([, column = '']) => column)
  for (const [at, column] of columns.entries()) places.set(String(1_111_111_100 + at), column)
  return Object.fromEntries(columns.map((column, at) => [column, [1_111_111_100 + at]]))
}
