import { testFailingOthers } from './failing-others.ts'

testFailingOthers({ mailServers: ['silent', 'midway', 'absent', 'resetting'], rounds: 25, comparesTimes: true })
