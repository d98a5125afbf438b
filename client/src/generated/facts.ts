// Generated from openapi/ by npm run contract. Do not edit.
import type { components } from './schema.ts'

/** Every code of a problem that this version of the server can return. */
export type ProblemCode =
  | 'account-needed'
  | 'address-list-needed'
  | 'address-not-listed'
  | 'advertising-rule'
  | 'affiliate-needed'
  | 'already-checked-in'
  | 'already-decided'
  | 'already-matched'
  | 'already-member'
  | 'bad-request'
  | 'bank-account-needed'
  | 'bank-account-unverified'
  | 'benefit-rule'
  | 'benefit-used-up'
  | 'beyond-chapters'
  | 'body-too-large'
  | 'books-rule'
  | 'both-chapters'
  | 'both-sides'
  | 'bought-table'
  | 'calendar-rule'
  | 'cart-changed'
  | 'cart-ordered'
  | 'change-waiting'
  | 'chapter-cycle'
  | 'chapter-warnings'
  | 'charge-assigned'
  | 'charge-payment'
  | 'charge-state'
  | 'checkout-expired'
  | 'checkout-running'
  | 'choice-in-use'
  | 'client-kind-fixed'
  | 'closed-period'
  | 'closed-period-day'
  | 'communication-sent'
  | 'configuration-invalid'
  | 'connection-refused'
  | 'connector-key'
  | 'contact-deleted'
  | 'contact-fixed'
  | 'contacts-waiting'
  | 'custom-field-rule'
  | 'default-needed'
  | 'dependency-cycle'
  | 'different-contact-types'
  | 'different-contacts'
  | 'disabled-by-other'
  | 'document-void'
  | 'download-ended'
  | 'duplicate'
  | 'email-needed'
  | 'empty-body'
  | 'event-item'
  | 'event-not-started'
  | 'event-order-invoice'
  | 'event-rule'
  | 'event-state'
  | 'event-time'
  | 'evidence-closed'
  | 'evidence-needed'
  | 'evidence-too-long'
  | 'exchange-warnings'
  | 'execution-not-failed'
  | 'exhibitor-cancelled'
  | 'expectation-failed'
  | 'expired'
  | 'export-running'
  | 'file-infected'
  | 'file-taken'
  | 'forbidden'
  | 'has-values'
  | 'headers-too-large'
  | 'history-stays'
  | 'idempotency-answer-lost'
  | 'idempotency-key-reused'
  | 'idempotency-running'
  | 'import-ended'
  | 'import-file'
  | 'import-running'
  | 'in-use'
  | 'in-use-fixed'
  | 'incomplete-order'
  | 'insufficient-scope'
  | 'integration-not-ready'
  | 'internal-error'
  | 'invalid-content-length'
  | 'invalid-input'
  | 'invalid-signature'
  | 'invalid-text'
  | 'invalid-token'
  | 'invitation-registered'
  | 'invoice-paid'
  | 'invoice-void'
  | 'job-not-failed'
  | 'lane-in-use'
  | 'last-administrator'
  | 'ledger-not-connected'
  | 'ledger-not-installed'
  | 'level-of-chapters'
  | 'login-disabled'
  | 'login-elsewhere'
  | 'mail-not-failed'
  | 'mail-suppressed'
  | 'malformed-authorization'
  | 'malformed-json'
  | 'malformed-key'
  | 'malformed-request'
  | 'malformed-url'
  | 'mapped-twice'
  | 'may-not-act'
  | 'members-only'
  | 'membership-ended'
  | 'membership-invoice'
  | 'merged'
  | 'message-repeated'
  | 'method-not-allowed'
  | 'migration-running'
  | 'more-than-authorized'
  | 'more-than-captured'
  | 'name-needed'
  | 'named-twice'
  | 'no-account'
  | 'no-certificates'
  | 'no-ledger-module'
  | 'no-second-factor'
  | 'no-such-route'
  | 'no-transactions'
  | 'not-a-member'
  | 'not-a-sandbox'
  | 'not-approved'
  | 'not-available'
  | 'not-awaiting-approval'
  | 'not-awaiting-review'
  | 'not-deleted'
  | 'not-found'
  | 'not-in-exchange'
  | 'not-oauth'
  | 'not-published'
  | 'not-the-owner'
  | 'not-the-target'
  | 'not-viewable'
  | 'nothing-failed'
  | 'nothing-to-pay'
  | 'nothing-to-reset'
  | 'open-balance'
  | 'opt-in-disallowed'
  | 'opt-out-disallowed'
  | 'opted-out'
  | 'order-invoice'
  | 'order-state'
  | 'origin-not-listed'
  | 'other-contact-type'
  | 'out-of-stock'
  | 'overpaid'
  | 'owner-takes-part'
  | 'parent-complete'
  | 'partly-paid'
  | 'payment-declined'
  | 'person-needed'
  | 'plan-rule'
  | 'possible-duplicate'
  | 'posted'
  | 'precondition-failed'
  | 'processor-refused'
  | 'public-client'
  | 'public-url-needed'
  | 'range-not-satisfiable'
  | 'rate-limited'
  | 'redirect-url-needed'
  | 'refunded'
  | 'registration-state'
  | 'registration-unpaid'
  | 'registry-change-settled'
  | 'registry-incomplete'
  | 'registry-online'
  | 'relationship-cycle'
  | 'report-running'
  | 'request-timeout'
  | 'required-field'
  | 'reserved-key'
  | 'resync-running'
  | 'run-under-way'
  | 'second-factor-required'
  | 'secret-missing'
  | 'self-relationship'
  | 'several-registrations'
  | 'sponsor-ended'
  | 'sponsor-invoice'
  | 'sponsor-paid'
  | 'sponsor-rule'
  | 'sponsor-state'
  | 'sponsors-full'
  | 'stale-audit-id'
  | 'state-invalid'
  | 'status-fixed'
  | 'stock-in-use'
  | 'store-rule'
  | 'submission-closed'
  | 'synchronized'
  | 'system-record'
  | 'task-open'
  | 'task-rule'
  | 'template-fault'
  | 'tenant-needed'
  | 'tenant-organization'
  | 'term-waiting'
  | 'too-deep'
  | 'too-far-ahead'
  | 'too-long-ago'
  | 'too-many'
  | 'too-many-permissions'
  | 'too-many-rows'
  | 'too-old'
  | 'transaction-rule'
  | 'two-credentials'
  | 'type-inactive'
  | 'unauthorized'
  | 'unavailable'
  | 'unit-rule'
  | 'units-missing'
  | 'unknown-event'
  | 'unknown-file'
  | 'unknown-key'
  | 'unknown-message'
  | 'unknown-reference'
  | 'unknown-tenant'
  | 'unknown-trigger'
  | 'unreadable-picture'
  | 'unreadable-postal-code'
  | 'unsupported-media-type'
  | 'url-too-long'
  | 'voucher-not-valid'
  | 'voucher-state'
  | 'webhook-not-answering'
  | 'webhook-url-refused'
  | 'workflow-active'
  | 'workflow-rule'
  | 'written-off'
  | 'wrong-address'
  | 'wrong-category-type'
  | 'wrong-code'
  | 'wrong-contact-type'
  | 'wrong-currency'
  | 'wrong-dispute'
  | 'wrong-password'
  | 'wrong-sequence'
  | 'wrong-span'
  | 'wrong-status'

/** The types of the events that webhooks send. */
export type WebhookType =
  | 'account.created'
  | 'account.deleted'
  | 'account.updated'
  | 'apikey.created'
  | 'apikey.deleted'
  | 'apikey.reset'
  | 'apikey.updated'
  | 'associationsettings.updated'
  | 'benefititem.created'
  | 'benefititem.deleted'
  | 'benefititem.updated'
  | 'benefitpackage.created'
  | 'benefitpackage.deleted'
  | 'benefitpackage.updated'
  | 'calendar.created'
  | 'calendar.deleted'
  | 'calendar.updated'
  | 'calendaritem.created'
  | 'calendaritem.deleted'
  | 'calendaritem.updated'
  | 'calendarsubmission.created'
  | 'calendarsubmission.deleted'
  | 'calendarsubmission.updated'
  | 'categoryitem.created'
  | 'categoryitem.deleted'
  | 'categoryitem.updated'
  | 'categorylist.created'
  | 'categorylist.deleted'
  | 'categorylist.updated'
  | 'certification.created'
  | 'certification.deleted'
  | 'certification.updated'
  | 'chapter.created'
  | 'chapter.deleted'
  | 'chapter.updated'
  | 'charge.created'
  | 'charge.updated'
  | 'closedperiod.updated'
  | 'communication.created'
  | 'communication.deleted'
  | 'communication.updated'
  | 'connection.created'
  | 'connection.deleted'
  | 'connection.updated'
  | 'contact.chapterchanged'
  | 'contact.created'
  | 'contact.deleted'
  | 'contact.merged'
  | 'contact.restored'
  | 'contact.updated'
  | 'contactbenefit.adjusted'
  | 'contactbenefit.expired'
  | 'contactbenefit.granted'
  | 'contactbenefit.reversed'
  | 'contactbenefit.used'
  | 'contactbilling.updated'
  | 'contactrelationshiptype.created'
  | 'contactrelationshiptype.deleted'
  | 'contactrelationshiptype.updated'
  | 'contactroletype.created'
  | 'contactroletype.deleted'
  | 'contactroletype.updated'
  | 'contentlist.created'
  | 'contentlist.deleted'
  | 'contentlist.updated'
  | 'credit.issued'
  | 'credit.updated'
  | 'credit.voided'
  | 'customadlocation.created'
  | 'customadlocation.deleted'
  | 'customadlocation.updated'
  | 'customfield.created'
  | 'customfield.deleted'
  | 'customfield.updated'
  | 'customfieldgroup.created'
  | 'customfieldgroup.deleted'
  | 'customfieldgroup.updated'
  | 'directory.created'
  | 'directory.updated'
  | 'directorylisting.created'
  | 'directorylisting.deleted'
  | 'directorylisting.updated'
  | 'directorylistingtype.created'
  | 'directorylistingtype.deleted'
  | 'directorylistingtype.updated'
  | 'discount.created'
  | 'discount.deleted'
  | 'discount.updated'
  | 'displayad.created'
  | 'displayad.updated'
  | 'dispute.created'
  | 'dispute.updated'
  | 'document-template.updated'
  | 'event.created'
  | 'event.deleted'
  | 'event.updated'
  | 'eventcertificate.issued'
  | 'eventcertificate.updated'
  | 'eventcertificate.withdrawn'
  | 'eventexhibitor.cancelled'
  | 'eventexhibitor.created'
  | 'eventexhibitor.updated'
  | 'eventgroup.created'
  | 'eventgroup.deleted'
  | 'eventgroup.updated'
  | 'eventinvitation.created'
  | 'eventinvitation.declined'
  | 'eventinvitation.deleted'
  | 'eventinvitation.registered'
  | 'eventinvitation.resent'
  | 'eventorder.submitted'
  | 'eventorder.updated'
  | 'eventregistration.approved'
  | 'eventregistration.attended'
  | 'eventregistration.cancelled'
  | 'eventregistration.checkinundone'
  | 'eventregistration.created'
  | 'eventregistration.noshow'
  | 'eventregistration.offered'
  | 'eventregistration.rejected'
  | 'eventregistration.transferred'
  | 'eventregistration.updated'
  | 'eventregistration.waitlisted'
  | 'eventsponsor.approved'
  | 'eventsponsor.cancelled'
  | 'eventsponsor.created'
  | 'eventsponsor.declined'
  | 'eventsponsor.matched'
  | 'eventsponsor.notattending'
  | 'eventsponsor.updated'
  | 'exchange.created'
  | 'exchange.deleted'
  | 'exchange.updated'
  | 'feeitem.created'
  | 'feeitem.deleted'
  | 'feeitem.updated'
  | 'file.created'
  | 'file.deleted'
  | 'form.created'
  | 'form.deleted'
  | 'form.updated'
  | 'formsection.created'
  | 'formsection.deleted'
  | 'formsection.updated'
  | 'group.created'
  | 'group.deleted'
  | 'group.memberadded'
  | 'group.memberremoved'
  | 'group.updated'
  | 'helpcomment.created'
  | 'helpcomment.deleted'
  | 'helptopic.created'
  | 'helptopic.deleted'
  | 'helptopic.updated'
  | 'import.created'
  | 'import.deleted'
  | 'import.updated'
  | 'invoice.issued'
  | 'invoice.updated'
  | 'invoice.voided'
  | 'ledgercustomer.updated'
  | 'ledgersettings.created'
  | 'ledgersettings.updated'
  | 'mail-template.created'
  | 'mail-template.deleted'
  | 'mail-template.updated'
  | 'mail.suppressed'
  | 'mail.unsuppressed'
  | 'memberlogin.created'
  | 'memberlogin.deleted'
  | 'memberlogin.updated'
  | 'membership.approved'
  | 'membership.begun'
  | 'membership.cancelled'
  | 'membership.dropped'
  | 'membership.graced'
  | 'membership.joined'
  | 'membership.lapsed'
  | 'membership.levelchanged'
  | 'membership.paid'
  | 'membership.paymentfailed'
  | 'membership.reinstated'
  | 'membership.renewed'
  | 'membership.resumed'
  | 'membership.suspended'
  | 'membership.updated'
  | 'membershiplevel.created'
  | 'membershiplevel.deleted'
  | 'membershiplevel.updated'
  | 'membershiptype.created'
  | 'membershiptype.deleted'
  | 'membershiptype.updated'
  | 'milestone.created'
  | 'milestone.deleted'
  | 'milestone.updated'
  | 'nativeintegration.created'
  | 'nativeintegration.deleted'
  | 'nativeintegration.updated'
  | 'oauthclient.created'
  | 'oauthclient.deleted'
  | 'oauthclient.reset'
  | 'oauthclient.updated'
  | 'payment.recorded'
  | 'payment.updated'
  | 'payment.voided'
  | 'paymentgateway.created'
  | 'paymentgateway.deleted'
  | 'paymentgateway.requirements'
  | 'paymentgateway.updated'
  | 'paymentplan.created'
  | 'paymentplan.deleted'
  | 'paymentplan.updated'
  | 'paymentsubtype.created'
  | 'paymentsubtype.deleted'
  | 'paymentsubtype.updated'
  | 'processorreport.completed'
  | 'processorreport.failed'
  | 'project.created'
  | 'project.deleted'
  | 'project.updated'
  | 'projecttemplate.created'
  | 'projecttemplate.deleted'
  | 'projecttemplate.updated'
  | 'projecttype.created'
  | 'projecttype.deleted'
  | 'projecttype.updated'
  | 'referralsource.created'
  | 'referralsource.deleted'
  | 'referralsource.updated'
  | 'refund.recorded'
  | 'refund.updated'
  | 'refund.voided'
  | 'seat.created'
  | 'seat.deleted'
  | 'seat.updated'
  | 'shippingmethod.created'
  | 'shippingmethod.deleted'
  | 'shippingmethod.updated'
  | 'signature.created'
  | 'signature.deleted'
  | 'signature.updated'
  | 'site.created'
  | 'site.deleted'
  | 'site.updated'
  | 'sitemodule.updated'
  | 'sitepage.created'
  | 'sitepage.deleted'
  | 'sitepage.updated'
  | 'sponsor.approved'
  | 'sponsor.created'
  | 'sponsor.declined'
  | 'sponsor.deleted'
  | 'sponsor.ended'
  | 'sponsor.updated'
  | 'sponsorshiptype.created'
  | 'sponsorshiptype.deleted'
  | 'sponsorshiptype.updated'
  | 'storedownload.created'
  | 'storedownload.deleted'
  | 'storeitem.created'
  | 'storeitem.deleted'
  | 'storeitem.updated'
  | 'storelot.created'
  | 'storelot.deleted'
  | 'storelot.updated'
  | 'storeorder.cancelled'
  | 'storeorder.created'
  | 'storeorder.refunded'
  | 'storeorder.shipped'
  | 'storevoucher.created'
  | 'storevoucher.updated'
  | 'tag.created'
  | 'tag.deleted'
  | 'tag.updated'
  | 'task.completed'
  | 'task.created'
  | 'task.deleted'
  | 'task.reopened'
  | 'task.updated'
  | 'tasktype.created'
  | 'tasktype.deleted'
  | 'tasktype.updated'
  | 'taxregion.created'
  | 'taxregion.deleted'
  | 'taxregion.updated'
  | 'taxset.created'
  | 'taxset.deleted'
  | 'taxset.updated'
  | 'tenant-export.created'
  | 'tenant-export.deleted'
  | 'tenant-export.updated'
  | 'tenantsettings.updated'
  | 'transactionclass.created'
  | 'transactionclass.deleted'
  | 'transactionclass.updated'
  | 'transfer.created'
  | 'transfer.updated'
  | 'webhook.created'
  | 'webhook.deleted'
  | 'webhook.paused'
  | 'webhook.ping'
  | 'webhook.updated'
  | 'workflow.completed'
  | 'workflow.created'
  | 'workflow.deleted'
  | 'workflow.entered'
  | 'workflow.failed'
  | 'workflow.left'
  | 'workflow.paused'
  | 'workflow.updated'
  | 'writeoff.recorded'
  | 'writeoff.updated'
  | 'writeoff.voided'

type Schemas = components['schemas']

/** The record in the full style of a webhook, by the first word of the event type. */
export interface WebhookRecords {
  account: Schemas['Account']
  apikey: Schemas['ApiKeyPermissionEdit']
  associationsettings: Schemas['AssocSettings']
  benefititem: Schemas['BenefitItem']
  benefitpackage: Schemas['BenefitPackage']
  calendar: Schemas['CalendarEdit']
  calendaritem: Schemas['CalendarItem']
  calendarsubmission: Schemas['CalendarSubmission']
  categoryitem: Schemas['CategoryItemEdit']
  categorylist: Schemas['CategoryListEdit']
  certification: Schemas['CertificationEdit']
  chapter: Schemas['ChapterEdit']
  charge: Schemas['GatewayCharge']
  closedperiod: Schemas['ClosedPeriod']
  communication: Schemas['CommunicationEdit']
  connection: Schemas['ConnectionEdit']
  contact: Schemas['OrganizationGeneral'] | Schemas['Person']
  contactbenefit: Schemas['ContactBenefit']
  contactbilling: Schemas['ContactBilling']
  contactrelationshiptype: Schemas['ContactRelationshipTypeEdit']
  contactroletype: Schemas['ContactRoleTypeEdit']
  contentlist: Schemas['ContentList']
  credit: Schemas['Credit']
  customadlocation: Schemas['CustomAdLocation']
  customfield: Schemas['CustomFieldEdit']
  customfieldgroup: Schemas['CustomFieldGroup']
  directory: Schemas['DirectoryEdit']
  directorylisting: Schemas['DirectoryListing']
  directorylistingtype: Schemas['DirectoryListingType']
  discount: Schemas['Discount']
  displayad: Schemas['DisplayAd']
  dispute: Schemas['DisputeEdit']
  'document-template': Schemas['DocumentTemplateEdit']
  event: Schemas['EventDetails']
  eventcertificate: Schemas['EventCertificate']
  eventexhibitor: Schemas['EventExhibitor']
  eventgroup: Schemas['EventGroup']
  eventinvitation: Schemas['EventInvitation']
  eventorder: Schemas['EventOrder']
  eventregistration: Schemas['EventRegistration']
  eventsponsor: Schemas['EventSponsorDetails']
  exchange: Schemas['ExchangeEdit']
  feeitem: Schemas['FeeItem']
  form: Schemas['Form']
  formsection: Schemas['FormSection']
  group: Schemas['GroupEdit']
  helpcomment: Schemas['HelpComment']
  helptopic: Schemas['HelpTopicEdit']
  import: Schemas['Import']
  invoice: Schemas['Invoice']
  ledgercustomer: Schemas['ContactLedgerId']
  ledgersettings: Schemas['LedgerSettings']
  mail: Schemas['MailSuppressionItem']
  'mail-template': Schemas['MailTemplateEdit']
  memberlogin: Schemas['MemberLogin']
  membership: Schemas['Membership']
  membershiplevel: Schemas['MembershipLevelEdit']
  membershiptype: Schemas['MembershipTypeEdit']
  milestone: Schemas['Milestone']
  oauthclient: Schemas['OAuthClientPermissionEdit']
  payment: Schemas['Payment']
  paymentgateway: Schemas['PaymentGatewayEdit']
  paymentplan: Schemas['PaymentPlanEdit']
  paymentsubtype: Schemas['PaymentSubtypeEdit']
  project: Schemas['Project']
  projecttemplate: Schemas['ProjectTemplate']
  projecttype: Schemas['ProjectType']
  referralsource: Schemas['ReferralSource']
  refund: Schemas['Refund']
  shippingmethod: Schemas['ShippingMethod']
  site: Schemas['Site']
  sitemodule: Schemas['SiteModule']
  sitepage: Schemas['SitePage']
  sponsor: Schemas['SponsorEdit']
  sponsorshiptype: Schemas['SponsorshipTypeEdit']
  storeitem: Schemas['StoreItemKind0'] | Schemas['StoreItemKind1'] | Schemas['StoreItemKind2'] | Schemas['StoreItemKind3']
  storelot: Schemas['StoreInventoryRecord']
  storeorder: Schemas['StoreOrder']
  storevoucher: Schemas['StoreVoucher']
  tag: Schemas['TagListItem']
  task: Schemas['TaskItemEdit']
  tasktype: Schemas['TaskType']
  taxregion: Schemas['TaxRegion']
  taxset: Schemas['TaxSet']
  'tenant-export': Schemas['TenantExport']
  tenantsettings: Schemas['TenantSettings']
  transactionclass: Schemas['TransactionClass']
  webhook: Schemas['WebhookEdit']
  workflow: Schemas['WorkflowEdit']
  writeoff: Schemas['WriteOff']
}

/** The POST operations that change nothing: a request can be repeated without an Idempotency-Key. */
export const readingPosts = [
  '/api/contacts',
  '/api/contacts/duplicates',
  '/api/contacts/unmatched/preview',
  '/api/memberships/{membershipId}/renew/dryrun',
  '/api/customfields/getall',
  '/api/workflows',
  '/api/workflows/{workflowid}/dryrun',
  '/api/task/items/all',
  '/api/task/items/calendar/all',
  '/api/task/project/{projectid}/items/all',
  '/api/mail/templates/{templateId}/preview',
  '/api/store/membership/addons',
  '/api/store/storedownloads',
  '/api/store/storeitems',
  '/api/store/storeorders',
  '/api/sponsorships/adlocations',
  '/api/sponsorships/sponsors',
  '/api/benefitledger/mass/load/adjustment',
  '/api/benefitledger/mass/load/recordusage',
  '/api/events/{eventId}/invitations/preview',
  '/api/documents/templates/{documentTemplateId}/preview',
  '/api/logs/getledgeronlinemassresync',
  '/api/logs/natregsubqueueevent',
  '/api/logs/ledgeronlinelog',
  '/api/logs/tenantevent',
  '/api/logs/tenantevent/selectedlogs/loaddialog',
  '/api/exchange/all',
  '/api/files/{fileId}/link',
] as const

/** The operations whose body is a file, or the fields of a form, instead of JSON. */
export const bodiesBesideJson: Readonly<Record<string, 'file' | 'form'>> = {
  'POST /api/public/mail/unsubscribe/{token}': 'form',
  'POST /api/integration/payproc/account/{accountid}/identityfile': 'file',
  'POST /api/integration/payproc/dispute/evidence/file': 'file',
  'POST /api/files': 'file',
}

/** The Accept that returns the file itself, of the operations that return it as JSON, too. */
export const acceptOfFiles: Readonly<Record<string, string>> = {
  'GET /api/contacts': '*/*',
  'GET /api/contacts/csv': 'text/csv',
  'GET /api/contacts/delta': '*/*',
  'GET /api/contacts/person/{contactId}': '*/*',
  'GET /api/contacts/PersonSummary/{ContactId}': '*/*',
  'GET /api/contacts/OrgGeneral/{ContactId}': '*/*',
  'GET /api/contacts/org/{ContactId}/memberships': '*/*',
  'GET /api/contacts/org/{ContactId}/groups': '*/*',
  'GET /api/contacts/lookup/{contactId}/contactwebsites': '*/*',
  'GET /api/contacts/PrimaryContact/Emails/{primaryContactId}': '*/*',
  'GET /api/contacts/ContactAddresses/{contactId}': '*/*',
  'GET /api/memberships/csv': 'text/csv',
  'GET /api/imports/{importId}/refused/csv': 'text/csv',
  'GET /api/workflows/download/workflowmetrics/{workflowid}': 'text/csv',
  'GET /api/task/item/tooltip/{taskitemid}': '*/*',
  'GET /api/public/store/{tenantkey}/images/{storeitemid}/{fileid}': '*/*',
  'GET /api/store/storeorders/csv': 'text/csv',
  'GET /api/store/vouchers/csv': 'text/csv',
  'GET /api/public/storedownloads/{token}': '*/*',
  'GET /api/public/ads/{tenantkey}/images/{adid}/{fileid}': '*/*',
  'GET /api/sponsorships/sponsors/csv': 'text/csv',
  'GET /api/events/{eventId}/registrations/csv': 'text/csv',
  'GET /api/events/{eventId}/registrations/{registrationId}/certificate/document': '*/*',
  'GET /api/self/events/registrations/{registrationId}/certificate/document': '*/*',
  'POST /api/documents/templates/{documentTemplateId}/preview': '*/*',
  'GET /api/finance/invoices/{invoiceId}/document': '*/*',
  'GET /api/finance/payments/{paymentId}/document': '*/*',
  'GET /api/finance/contacts/{contactId}/statement/document': '*/*',
  'GET /api/finance/invoices/csv': 'text/csv',
  'GET /api/finance/payments/csv': 'text/csv',
  'GET /api/finance/trialbalance/csv': 'text/csv',
  'GET /api/finance/contacts/{contactId}/statement/csv': 'text/csv',
  'GET /api/finance/receivables/csv': 'text/csv',
  'GET /api/finance/receivables/contacts/csv': 'text/csv',
  'GET /api/finance/journal/csv': 'text/csv',
  'GET /api/logs/tenantevent/csv': 'text/csv',
  'GET /api/webdav/{fileid}': '*/*',
  'GET /api/webdav/{fileid}/{filename}': '*/*',
  'GET /api/webdav/{token}/{fileid}/{filename}': '*/*',
}

/** How to continue the lists that send no link to their next page. `none`: they return only their first page. */
export const pagingWithoutLink: Readonly<Record<string, 'Skip' | 'skip' | 'options' | 'body' | 'none'>> = {
  'POST /api/contacts/unmatched/preview': 'body',
  'GET /api/contacts/{contactId}/activities': 'Skip',
  'GET /api/contacts/{contactId}/communications': 'Skip',
  'GET /api/contacts/{contactId}/actsfor': 'Skip',
  'GET /api/contacts/{contactId}/actedforby': 'Skip',
  'GET /api/memberships/nightly/dryrun': 'skip',
  'GET /api/workflows': 'options',
  'POST /api/workflows': 'body',
  'GET /api/task/items/all': 'none',
  'POST /api/task/items/all': 'body',
  'GET /api/task/items/calendar/all': 'none',
  'POST /api/task/items/calendar/all': 'body',
  'POST /api/task/project/{projectid}/items/all': 'body',
  'POST /api/store/storedownloads': 'body',
  'POST /api/store/storeorders': 'body',
  'GET /api/sponsorships/adlocations': 'options',
  'POST /api/sponsorships/adlocations': 'body',
  'GET /api/sponsorships/displayads': 'Skip',
  'GET /api/sponsorships/sponsors': 'options',
  'POST /api/sponsorships/sponsors': 'body',
  'GET /api/logs/natregsubqueueevent': 'none',
  'POST /api/logs/natregsubqueueevent': 'body',
  'GET /api/logs/ledgeronlinelog': 'none',
  'POST /api/logs/ledgeronlinelog': 'body',
  'GET /api/logs/tenantevent': 'none',
  'POST /api/logs/tenantevent': 'body',
  'GET /api/connection/all': 'options',
  'POST /api/exchange/all': 'body',
}
