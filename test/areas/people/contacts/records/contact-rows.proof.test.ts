import { proofSize } from '#test/support/runner/proof-size'
import { testContactRows } from './contact-rows.ts'

testContactRows(proofSize({ reduced: 40, full: 1000 }))
