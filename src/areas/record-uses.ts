import { benefitUses } from '#areas/commerce/benefit-ledger/benefit-ledger.uses'

import { buyingUses } from '#areas/commerce/buying/buying.uses'

import { paymentPlanUses } from '#areas/commerce/payment-plans/payment-plans.uses'
import { advertisingUses } from '#areas/commerce/sponsorships/advertising.uses'
import { sponsorshipUses } from '#areas/commerce/sponsorships/sponsorships.uses'
import { storeUses } from '#areas/commerce/store/store.uses'
import { eventGroupUses } from '#areas/events/event-groups/event-groups.uses'
import { eventSponsorUses } from '#areas/events/event-sponsors/event-sponsors.uses'
import { eventUses } from '#areas/events/events/events.uses'
import { invitationUses } from '#areas/events/invitations/invitations.uses'
import { referralSourceUses } from '#areas/events/referral-sources/referral-sources.uses'
import { registrationUses } from '#areas/events/registrations/registrations.uses'
import { bookUses } from '#areas/finance/books/books.uses'
import { documentUses } from '#areas/finance/books/documents/documents.uses'
import { ledgerSettingsUses } from '#areas/finance/ledger-settings/ledger-settings.uses'
import { paymentGatewayUses } from '#areas/finance/payment-gateways/payment-gateways.uses'
import { paymentProcessorUses } from '#areas/finance/payment-processor/payment-processor.uses'
import { connectionUses } from '#areas/integration/connections/connections.uses'
import { nativeIntegrationUses } from '#areas/integration/native-integrations/native-integrations.uses'
import { tenantSettingsUses } from '#areas/integration/tenant-settings/tenant-settings.uses'
import { chapterUses } from '#areas/people/chapters/chapters.uses'
import { contactUses } from '#areas/people/contacts/contacts.uses'
import { customFieldUses } from '#areas/people/custom-fields/custom-fields.uses'
import { directoryUses } from '#areas/people/directories/directories.uses'
import { groupUses } from '#areas/people/groups/groups.uses'
import { membershipUses } from '#areas/people/memberships/memberships.uses'
import { calendarUses } from '#areas/work/calendars/calendars.uses'
import { taskUses } from '#areas/work/tasks/tasks.uses'
import { workflowUses } from '#areas/work/workflows/workflows.uses'
import { recordUses } from '#kernel/records/uses'
import { type Addition, addTo } from '#kernel/registers/register'

/** What the records of each area use: those records cannot be deleted. */
export const useAdditions: Addition = addTo(
  recordUses,
  ...chapterUses,
  ...contactUses,
  ...customFieldUses,
  ...directoryUses,
  ...groupUses,
  ...membershipUses,
  ...calendarUses,
  ...taskUses,
  ...workflowUses,
  ...benefitUses,
  ...buyingUses,
  ...storeUses,
  ...eventUses,
  ...invitationUses,
  ...eventGroupUses,
  ...eventSponsorUses,
  ...registrationUses,
  ...referralSourceUses,
  ...paymentPlanUses,
  ...advertisingUses,
  ...sponsorshipUses,
  ...bookUses,
  ...documentUses,
  ...paymentGatewayUses,
  ...paymentProcessorUses,
  ...tenantSettingsUses,
  ...connectionUses,
  ...nativeIntegrationUses,
  ...ledgerSettingsUses,
)
