import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { referralSourceEvents } from './referral-sources.events.ts'
import { readReferralSource } from './referral-sources.queries.ts'
import { referralSources } from './referral-sources.routes.ts'
import { seedReferralSources } from './referral-sources.seeds.ts'
import { referralSourceUses } from './referral-sources.uses.ts'

export const referralSourcesArea: Area = {
  routes: [referralSources],
  events: changes('events', 'Referral source', referralSourceEvents),
  shapes: {
    referralsource: written('events:read', (scope, id) => readReferralSource(scope, id)),
  },
  uses: referralSourceUses,
  seeds: [seedReferralSources],
}
