import { proofSize } from '../support/runner/proof-size.ts'
import { testMailKills } from './mail.ts'

testMailKills({
  kills: proofSize({ reduced: 5, full: 100 }),
  mails: proofSize({ reduced: 400, full: 2000 }),
})
