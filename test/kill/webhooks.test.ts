import { testWebhookKills } from './webhooks.ts'

testWebhookKills({ kills: 1, events: 20, releasesWork: true })
