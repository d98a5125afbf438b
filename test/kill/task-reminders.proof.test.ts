import { proofSize } from '../support/runner/proof-size.ts'
import { testReminderKills } from './task-reminders.ts'

testReminderKills({
  kills: proofSize({ reduced: 5, full: 30 }),
  people: 3000,
  days: 6,
})
