/** Which rows of a list are wanted. */
export interface Page {
  take: number
  skip: number
}

/** A page of details as the contract shows it: no search, no facts about the list as a whole. */
export const presentPage = <Row>(total: number, rows: Row[]) => ({
  Criteria: null,
  CriteriaItems: [],
  TotalRecordAvailable: String(total),
  ModelItems: null,
  Results: rows,
})
