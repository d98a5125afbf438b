import type { CronTask } from '#kernel/jobs/cron'

const BATCH = 5000
const DAY_MS = 86_400_000

/**
 * Deletes the texts of mails that were sent long ago, in small batches. The records stay, so that no mail is sent twice
 * and the history can be read.
 */
export const mailRetention = (days: number): CronTask => ({
  name: 'mail-retention',
  at: '41 2 * * *',
  task: async ({ database, clock, log }) => {
    const old = new Date(clock.now().getTime() - days * DAY_MS)
    let emptied = 0
    for (let gone = BATCH; gone === BATCH; emptied += gone)
      gone = await database.system.$executeRaw`
        UPDATE mail_message SET html = NULL, text = NULL WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM mail_message WHERE status = 'sent' AND sent_at < ${old} AND html IS NOT NULL
          ORDER BY sent_at LIMIT ${BATCH}))`
    log.info({ emptied }, 'old mails emptied')
  },
})
