import { testFailingOthers } from './failing-others.ts'

testFailingOthers({ mailServers: ['silent'], rounds: 3, comparesTimes: false })
