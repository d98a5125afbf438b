import { testWildReceiver } from './wild-receiver.ts'

testWildReceiver({ events: 30, hangs: 0 })
