import { register } from '../registers/register.ts'
import { covers } from './subscriber.ts'

/** A kind of event that the product emits. */
export interface EventKind {
  kind: string
  /** The display name. */
  name: string
  area: string
}

/** Returns the kinds of an area, each with its display name. */
export const kinds = (area: string, names: Record<string, string>): EventKind[] =>
  Object.entries(names).map(([kind, name]) => ({ kind, name, area }))

/** Returns the kinds created, updated and deleted of one record, if the area emits them. */
export const changes = (area: string, what: string, events: { created?: string; updated?: string; deleted?: string }) =>
  Object.entries(events).map(([change, kind]) => ({ kind, name: `${what} ${change}`, area }))

/** The kinds of events of all areas. */
export const eventKinds = register<EventKind>('kinds of events')

/** Lists every kind of event, by the names of the areas; in an area as its manifest lists them. */
export const listEventKinds = (): EventKind[] =>
  [...eventKinds.entries()].sort((a, b) => (a.area < b.area ? -1 : Number(a.area > b.area)))

/** Returns the event kinds that match any of the filters, in the order of the lookup. */
export const kindsOf = (filters: readonly string[]): string[] =>
  listEventKinds()
    .map(({ kind }) => kind)
    .filter((kind) => filters.some((pattern) => covers(pattern, kind)))
