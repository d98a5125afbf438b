import { proofSize } from '../support/runner/proof-size.ts'
import { testShortLives } from './workflows.ts'

testShortLives({ kills: proofSize({ reduced: 2, full: 12 }), contacts: 400 })
