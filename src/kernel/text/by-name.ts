/**
 * Compares two records by name for a sort: accents and case only decide between names that are equal without them, as in
 * a dictionary. Equal names are ordered by id.
 */
export const compareByName = (a: { id: number; name: string }, b: { id: number; name: string }): number =>
  a.name.localeCompare(b.name, 'en') || a.id - b.id
