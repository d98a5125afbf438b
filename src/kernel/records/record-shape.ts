import type { Scope } from '#kernel/tenancy/scope'
import type { OutboxEvent } from '#prisma/client'
import { register } from '../registers/register.ts'

/** The columns of an event by which its record is found. */
export type EventOfRecord = Pick<OutboxEvent, 'kind' | 'entity' | 'entityId' | 'payload'>

/** The documented shape of the records of one entity. */
export interface RecordShape {
  /** The entity, if it is not the first word of the event kinds. */
  entity?: string
  /** The scope to read it. */
  scope: string
  /** Returns the record as JSON text. Returns null or throws 404 if it does not exist. */
  read(scope: Scope, id: number, event: EventOfRecord): Promise<string | null>
}

/**
 * The records of every area by the first word of their event kinds, mostly their entity: each in the shape that its own
 * operation returns. A test compares them with the kinds of events.
 */
export const recordShapes = register<readonly [word: string, shape: RecordShape]>('shapes of records')

/** Finds the shape of the records whose events begin with this word. */
export const findShape = (word: string): RecordShape | undefined =>
  recordShapes.entries().find(([known]) => known === word)?.[1]

/** Makes a shape by a presenter. */
export const presented = (scope: string, read: (scope: Scope, id: number) => Promise<object>): RecordShape => ({
  scope,
  read: async (reader, id) => JSON.stringify(await read(reader, id)),
})

/** Makes a shape that PostgreSQL writes. */
export const written = (scope: string, read: (scope: Scope, id: number) => Promise<{ text: string }>): RecordShape => ({
  scope,
  read: async (reader, id) => (await read(reader, id)).text,
})

/** Returns the id of the record that another one belongs to, from the payload of its event; 0 without one. */
export const idIn = ({ payload }: EventOfRecord, name: string): number =>
  Number(new Map(Object.entries(payload ?? {})).get(name) ?? 0)
