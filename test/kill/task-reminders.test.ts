import { testReminderKills } from './task-reminders.ts'

testReminderKills({ kills: 2, people: 50, days: 1 })
