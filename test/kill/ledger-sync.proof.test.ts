import { proofSize } from '../support/proof-size.ts'
import { testLedgerKills } from './ledger-sync.ts'

testLedgerKills({
  kills: proofSize({ reduced: 8, full: 200 }),
  documents: proofSize({ reduced: 100, full: 2000 }),
})
