import pg from 'pg'

/** The words of all messages, each of which occurs in one of 20 events. */
const KINDS = [
  'export',
  'import',
  'renewal',
  'invoice',
  'payment',
  'refund',
  'bounce',
  'login',
  'webhook',
  'backup',
  'merge',
  'upload',
  'download',
  'reminder',
  'statement',
  'registration',
  'cancellation',
  'signup',
  'audit',
  'sync',
]
/** Names of which each occurs in one of 5,000 events. */
const NAMES = 5000

/**
 * Fills the log of a tenant with events of the last twelve months, as the intake would: severities, types, records and
 * words differ in frequency. Each event has the word `n<number>`, which no other has, and one of the names `person<0-4999>`.
 */
export const fillLog = async (url: string, tenantId: number, events: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Triggers would count each chunk: the counts are made at the end.
    await client.query('SET session_replication_role = replica')
    await client.query(`SET maintenance_work_mem = '512MB'`)
    const chunk = 500_000
    for (let first = 0; first < events; first += chunk)
      await client.query(FILL, [tenantId, first, Math.min(first + chunk, events) - 1, events, KINDS, NAMES])
    await client.query(
      `INSERT INTO log_count (tenant_id, day, log_type, level, n)
       SELECT tenant_id, (occurred_at AT TIME ZONE 'UTC')::date, log_type, level, count(*) FROM log_event
       WHERE tenant_id = $1 GROUP BY 1, 2, 3, 4`,
      [tenantId],
    )
    await client.query('RESET session_replication_role')
    await client.query('VACUUM (ANALYZE) log_event')
    await client.query('VACUUM (ANALYZE) log_count')
  } finally {
    await client.end()
  }
}

const FILL = `
  INSERT INTO log_event (tenant_id, occurred_at, level, log_type, message, entity_type, entity_key, source, tags, details, search)
  SELECT $1::int, now() - interval '360 days' * (($4::float8 - n) / $4), m.level, m.type, m.message, 'contact',
    (n % 100000)::text, 'Relay', ARRAY['nightly'], NULL,
    array_to_tsvector(ARRAY(SELECT DISTINCT $1::int || '|' || w FROM unnest(string_to_array(lower(m.message), ' ')
      || ARRAY['relay', 'nightly']) w))
  FROM generate_series($2::bigint, $3::bigint) n CROSS JOIN LATERAL (
    SELECT CASE WHEN n % 1000 = 0 THEN 6 WHEN n % 100 = 0 THEN 5 WHEN n % 10 = 0 THEN 4 ELSE 3 END AS level,
      'Type' || CASE WHEN n % 997 = 0 THEN 9 ELSE n % 5 END AS type,
      'The ' || ($5::text[])[1 + n % 20] || ' of person' || (n * 7919 % $6::int) || ' ended with result n' || n
        || CASE WHEN n % 3 = 0 THEN ' after a second attempt' ELSE ' at once' END AS message) m`
