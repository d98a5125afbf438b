import { filesArea } from '#areas/integration/files/files.area'
import { customFieldsArea } from '#areas/people/custom-fields/custom-fields.area'
import { contactsArea } from '#areas/people/contacts/contacts.area'
import { booksArea } from '#areas/finance/books/books.area'
import { paymentProcessorArea } from '#areas/finance/payment-processor/payment-processor.area'
import { groupsArea } from '#areas/people/groups/groups.area'
import { memberLoginsArea } from '#areas/people/member-logins/member-logins.area'
import { captchaArea } from '#areas/events/captcha/captcha.area'
import { referralSourcesArea } from '#areas/events/referral-sources/referral-sources.area'
import { applicationPermissionsArea } from '#areas/integration/application-permissions/application-permissions.area'
import { benefitLedgerArea } from '#areas/commerce/benefit-ledger/benefit-ledger.area'
import { sponsorshipsArea } from '#areas/commerce/sponsorships/sponsorships.area'
import { calendarsArea } from '#areas/work/calendars/calendars.area'
import { eventsArea } from '#areas/events/events/events.area'
import { webhooksArea } from '#areas/integration/webhooks/webhooks.area'
import { invitationsArea } from '#areas/events/invitations/invitations.area'
import { signaturesArea } from '#areas/people/signatures/signatures.area'
import { paymentGatewaysArea } from '#areas/finance/payment-gateways/payment-gateways.area'
import { mailArea } from '#areas/work/mail/mail.area'
import { paymentGatewayReportsArea } from '#areas/finance/payment-gateway-reports/payment-gateway-reports.area'
import { tenantExportsArea } from '#areas/integration/tenant-exports/tenant-exports.area'
import { logsArea } from '#areas/integration/logs/logs.area'
import { tasksArea } from '#areas/work/tasks/tasks.area'
import { directoriesArea } from '#areas/people/directories/directories.area'
import { documentsArea } from '#areas/finance/documents/documents.area'
import { migrationArea } from '#areas/integration/migration/migration.area'
import { associationSyncArea } from '#areas/integration/association-sync/association-sync.area'
import { nationalRegistryArea } from '#areas/integration/national-registry/national-registry.area'
import { chaptersArea } from '#areas/people/chapters/chapters.area'
import { tenantSettingsArea } from '#areas/integration/tenant-settings/tenant-settings.area'
import { loginsArea } from '#areas/people/logins/logins.area'
import { membershipsArea } from '#areas/people/memberships/memberships.area'
import { buyingArea } from '#areas/commerce/buying/buying.area'
import { registrationsArea } from '#areas/events/registrations/registrations.area'
import { waitingListArea } from '#areas/events/waiting-list/waiting-list.area'
import { nativeIntegrationsArea } from '#areas/integration/native-integrations/native-integrations.area'
import { eventGroupsArea } from '#areas/events/event-groups/event-groups.area'
import { paymentPlansArea } from '#areas/commerce/payment-plans/payment-plans.area'
import { certificatesArea } from '#areas/events/certificates/certificates.area'
import { storeArea } from '#areas/commerce/store/store.area'
import { connectionsArea } from '#areas/integration/connections/connections.area'
import { ledgerSettingsArea } from '#areas/finance/ledger-settings/ledger-settings.area'
import { integrationFeedsArea } from '#areas/finance/integration-feeds/integration-feeds.area'
import { workflowsArea } from '#areas/work/workflows/workflows.area'
import { importsArea } from '#areas/people/imports/imports.area'
import { publicRegistrationArea } from '#areas/events/public-registration/public-registration.area'
import { eventSponsorsArea } from '#areas/events/event-sponsors/event-sponsors.area'
import { exhibitorsArea } from '#areas/events/exhibitors/exhibitors.area'
import { contactRelationshipTypesArea } from '#areas/people/contact-relationship-types/contact-relationship-types.area'
import { helpArea } from '#areas/work/help/help.area'
import { registrationPageArea } from '#areas/events/registration-page/registration-page.area'
import { paymentSubtypesArea } from '#areas/finance/payment-subtypes/payment-subtypes.area'

import { eventKinds } from '#kernel/outbox/event-kind'
import { recordShapes } from '#kernel/records/record-shape'
import { recordUses } from '#kernel/records/uses'
import { addTo, joinAreas } from '#kernel/registers/register'
import { chapterScopes } from '#services/auth/chapter-limit'
import { fileOwners } from '#services/files/file-owner'
import { failureKinds } from '#services/tenant-log/failure-kinds'
import type { Area } from './area.ts'

/** The areas in the order of their dependencies: an area imports only from areas above it (`npm run arch`). */
export const areas: readonly Area[] = [
  filesArea,
  customFieldsArea,
  contactsArea,
  booksArea,
  paymentProcessorArea,
  groupsArea,
  memberLoginsArea,
  captchaArea,
  referralSourcesArea,
  applicationPermissionsArea,
  benefitLedgerArea,
  sponsorshipsArea,
  calendarsArea,
  eventsArea,
  webhooksArea,
  invitationsArea,
  signaturesArea,
  paymentGatewaysArea,
  mailArea,
  paymentGatewayReportsArea,
  tenantExportsArea,
  logsArea,
  tasksArea,
  directoriesArea,
  documentsArea,
  migrationArea,
  associationSyncArea,
  nationalRegistryArea,
  chaptersArea,
  tenantSettingsArea,
  loginsArea,
  membershipsArea,
  buyingArea,
  registrationsArea,
  waitingListArea,
  nativeIntegrationsArea,
  eventGroupsArea,
  paymentPlansArea,
  certificatesArea,
  storeArea,
  connectionsArea,
  ledgerSettingsArea,
  integrationFeedsArea,
  workflowsArea,
  importsArea,
  publicRegistrationArea,
  eventSponsorsArea,
  exhibitorsArea,
  contactRelationshipTypesArea,
  helpArea,
  registrationPageArea,
  paymentSubtypesArea,
]

const additionsOf = ({ events = [], shapes = {}, uses = [], files = [], failures = [], ...area }: Area) => [
  addTo(eventKinds, ...events),
  addTo(recordShapes, ...Object.entries(shapes)),
  addTo(recordUses, ...uses),
  addTo(fileOwners, ...files),
  addTo(failureKinds, ...failures),
  addTo(chapterScopes, ...(area.chapterScopes ?? [])),
  ...(area.additions ?? []),
]

joinAreas(areas.flatMap(additionsOf))
