import { proofSize } from '#test/support/runner/proof-size'
import { testDeadReceivers } from './dead-receiver.ts'

testDeadReceivers({ events: proofSize({ reduced: 60, full: 1000 }), dead: 30 })
