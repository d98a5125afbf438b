import pg from 'pg'

/**
 * Updates the planner's statistics and merges the index of words, which would otherwise slow down the first searches. It
 * requires the owner of the tables; otherwise autovacuum does it later.
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
