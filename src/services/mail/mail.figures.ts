import type { Figure } from '#kernel/metrics/figure'

/**
 * The mails of all tenants that were not sent, by status; those that failed are counted for a day. The statuses are
 * literals, so that PostgreSQL uses the partial index of unsent mails.
 */
export const mailFigure: Figure = {
  name: 'mail_messages_unsent',
  help: 'Mails that wait to be sent (queued), and mails of the last 24 hours that failed permanently (failed).',
  label: 'status',
  read: (system) =>
    system.$queryRaw<{ of: string; value: number }[]>`
      SELECT 'queued' AS of, count(*)::int AS value FROM mail_message WHERE status = 'queued'
      UNION ALL SELECT 'failed', count(*)::int FROM mail_message
        WHERE status = 'failed' AND created_at > now() - interval '1 day'`,
}
