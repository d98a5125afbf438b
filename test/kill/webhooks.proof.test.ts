import { proofSize } from '../support/runner/proof-size.ts'
import { testWebhookKills } from './webhooks.ts'

testWebhookKills({
  kills: proofSize({ reduced: 3, full: 50 }),
  events: proofSize({ reduced: 300, full: 2000 }),
})
