/** Which rows of a list are wanted. */
export interface Page {
  take: number
  skip: number
}

/** Some rows of a list, and how many there are. */
export interface PageOf<T> {
  total: number
  rows: T[]
}

/** A page as the contract shows it: no search, no facts about the list as a whole. */
export const presentPage =
  <T, A>(present: (row: T) => A) =>
  ({ total, rows }: PageOf<T>) => ({
    Criteria: null,
    CriteriaItems: [],
    TotalRecordAvailable: String(total),
    ModelItems: null,
    Results: rows.map(present),
  })
