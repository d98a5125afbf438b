import { connect } from '#kernel/database/connect'

/**
 * Updates the planner's statistics and merges the index of words, which would otherwise slow down the first searches. It
 * requires the owner of the tables; otherwise autovacuum does it later.
 */
export const refreshStatistics = async (ownerUrl: string, tables: readonly string[]): Promise<void> => {
  const owner = await connect({ connectionString: ownerUrl, application_name: 'guildhall demo' })
  try {
    for (const table of tables) await owner.query(`VACUUM (ANALYZE, SKIP_LOCKED) ${table}`)
  } finally {
    await owner.end()
  }
}
