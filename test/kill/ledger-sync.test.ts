import { testLedgerKills } from './ledger-sync.ts'

testLedgerKills({ kills: 1, documents: 8 })
