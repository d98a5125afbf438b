/** A kind of event that the product emits. */
export interface EventKind {
  kind: string
  /** The display name. */
  name: string
  area: string
}

/** The kinds of an area, each with its display name. */
export const kinds = (area: string, names: Record<string, string>): EventKind[] =>
  Object.entries(names).map(([kind, name]) => ({ kind, name, area }))

/** The kinds created, updated and deleted of one record, if the area emits them. */
export const changes = (area: string, what: string, events: { created?: string; updated?: string; deleted?: string }) =>
  Object.entries(events).map(([change, kind]) => ({ kind, name: `${what} ${change}`, area }))
