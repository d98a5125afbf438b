import pg from 'pg'

/** Makes all waiting jobs due, as if the time had passed. */
export const dueNow = async (url: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin
    .query('update graphile_worker._private_jobs set run_at = now() where locked_by is null and run_at > now()')
    .finally(() => admin.end())
}
