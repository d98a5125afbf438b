import type { SqlRunner } from '#kernel/database/sql-runner'
import { type CountedEvent, type TakenCount, takenSql } from './seats.sql.ts'

/** A kind of part of an event of which there is a limited number. */
export type TakenKind = TakenCount['kind']

/** What is taken of an event. */
export interface Taken {
  /** Seats of all types. */
  seats: number
  /** Seats that people on the waiting list want, of all types. */
  awaited: number
  of(kind: TakenKind, id: number): Pick<TakenCount, 'taken' | 'awaited'>
}

const NONE = { taken: 0, awaited: 0 }

/** Counts what is taken of an event. */
export const countTaken = async (runner: SqlRunner, event: CountedEvent): Promise<Taken> => {
  const rows = await runner.rows<TakenCount>(takenSql(event))
  const counts = new Map(rows.map((row) => [`${row.kind}:${row.id}`, row]))
  const types = rows.filter(({ kind }) => kind === 'type')
  return {
    seats: types.reduce((sum, { taken }) => sum + taken, 0),
    awaited: types.reduce((sum, { awaited }) => sum + awaited, 0),
    of: (kind, id) => counts.get(`${kind}:${id}`) ?? NONE,
  }
}
