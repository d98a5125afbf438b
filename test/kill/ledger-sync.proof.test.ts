import { proofSize } from '../support/runner/proof-size.ts'
import { testLedgerKills } from './ledger-sync.ts'

testLedgerKills({
  kills: proofSize({ reduced: 4, full: 200 }),
  documents: proofSize({ reduced: 60, full: 2000 }),
})
