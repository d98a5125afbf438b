import pg from 'pg'

/**
 * Tells the planner what is in the tables now, and brings the index of words in order; otherwise the first searches
 * pay for it. As the owner of the tables: where the connection is another's, autovacuum does it in its own time.
 */
export const refreshStatistics = async (url: string, tables: readonly string[]): Promise<void> => {
  const owner = new pg.Client({ connectionString: url, application_name: 'guildhall demo' })
  await owner.connect()
  try {
    for (const table of tables) await owner.query(`VACUUM (ANALYZE, SKIP_LOCKED) ${table}`)
  } finally {
    await owner.end()
  }
}
