import { testDeadReceivers } from './dead-receiver.ts'

testDeadReceivers({ events: 15, dead: 30 })
