import { testMailKills } from './mail.ts'

testMailKills({ kills: 1, mails: 20, releasesJobs: true })
