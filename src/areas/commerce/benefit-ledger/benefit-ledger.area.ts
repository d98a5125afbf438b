import type { Area } from '#areas/area'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { changes, kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { readContactBenefit } from './balances/contact-benefits.queries.ts'
import { benefitItemEvents, benefitPackageEvents, contactBenefitEvents } from './benefit-ledger.events.ts'
import { benefitLedger } from './benefit-ledger.routes.ts'
import { benefitUses } from './benefit-ledger.uses.ts'
import { benefitDays } from './grants/grants.job.ts'
import { readBenefitItem } from './items/items.queries.ts'
import { performMassOperation } from './mass/mass.job.ts'
import { MASS_BENEFITS } from './mass/mass.service.ts'
import { readBenefitPackage } from './packages/packages.queries.ts'

export const benefitLedgerArea: Area = {
  routes: [benefitLedger],
  events: [
    ...changes('benefit-ledger', 'Benefit', benefitItemEvents),
    ...changes('benefit-ledger', 'Benefit package', benefitPackageEvents),
    ...kinds('benefit-ledger', {
      [contactBenefitEvents.granted]: 'Benefit granted to a contact',
      [contactBenefitEvents.used]: 'Benefit used by a contact',
      [contactBenefitEvents.adjusted]: 'Benefit of a contact adjusted',
      [contactBenefitEvents.expired]: 'Benefit of a contact expired',
      [contactBenefitEvents.reversed]: 'Transaction of a benefit reversed',
    }),
  ],
  shapes: {
    benefititem: written('benefit-ledger:read', (scope, id) => readBenefitItem(scope, id)),
    benefitpackage: written('benefit-ledger:read', (scope, id) => readBenefitPackage(scope, id)),
    contactbenefit: written('benefit-ledger:read', (scope, id) => readContactBenefit(scope, id)),
  },
  uses: benefitUses,
  tasks: {
    [MASS_BENEFITS]: performMassOperation,
  },
  days: [benefitDays],
  additions: [
    addTo(
      contactMoves,
      { kind: 'benefitGrants', table: 'benefit_grant', column: 'contact_id', meaning: 'data' },
      // A trigger moves the pieces with the transactions, so that the loser's balances are empty when they are dropped.
      { kind: 'benefitTransactions', table: 'benefit_transaction', column: 'contact_id', meaning: 'data' },
      {
        kind: 'benefits',
        table: 'benefit_balance',
        column: 'contact_id',
        meaning: 'data',
        sameAs: 'w.item_id = l.item_id',
      },
    ),
  ],
}
