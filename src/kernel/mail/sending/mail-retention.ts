import type { CronTask } from '#kernel/jobs/cron'

const BITE = 5000
const DAY_MS = 86_400_000

/**
 * Empties mails that were sent long ago, in small bites: what they said goes, that they were sent stays, so that none
 * is sent twice and history can be read.
 */
export const mailRetention = (days: number): CronTask => ({
  name: 'mail-retention',
  at: '41 2 * * *',
  task: async ({ database, clock, log }) => {
    const old = new Date(clock.now().getTime() - days * DAY_MS)
    let emptied = 0
    for (let gone = BITE; gone === BITE; emptied += gone)
      gone = await database.system.$executeRaw`
        update mail_message set html = null, text = null where ctid = any(array(
          select ctid from mail_message where status = 'sent' and sent_at < ${old} and html is not null limit ${BITE}))`
    log.info({ emptied }, 'old mails emptied')
  },
})
