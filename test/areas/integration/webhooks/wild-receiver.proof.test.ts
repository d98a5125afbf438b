import { proofSize } from '#test/support/proof-size'
import { testWildReceiver } from './wild-receiver.ts'

testWildReceiver({ events: proofSize({ reduced: 300, full: 10_000 }), hangs: 2 })
