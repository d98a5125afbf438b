import { proofSize } from '#test/support/runner/proof-size'
import { testWildReceiver } from './wild-receiver.ts'

testWildReceiver({ events: proofSize({ reduced: 150, full: 10_000 }), hangs: 2 })
