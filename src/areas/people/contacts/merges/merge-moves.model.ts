/**
 * The meaning of a reference to a contact for access. A caller that is limited to chapters never moves a right:
 * - data: nothing;
 * - right: a login has access by it, or a chapter is identified by it;
 * - acting: if the condition over the row `l` is met, the contact can act for the contact in the column `principal`.
 */
export type Meaning = 'data' | 'right' | { principal: string; acting: string }

/** A column that references contacts. */
export interface ContactColumn {
  table: string
  column: string
  meaning: Meaning
}

/** The way in which the records of one table move from the loser to the winner. */
export interface Move extends ContactColumn {
  /** Their name in the response. */
  kind: string
  /**
   * The condition under which a record `l` of the loser equals a record `w` of the winner. The loser's is then deleted.
   */
  sameAs?: string
  /** Whether the records have `is_unpublished`: of two equal ones, one that is not published stays so. */
  canBeUnpublished?: true
}

/** Returns whether the type of a relationship lets the contact of one side act for the other. */
const typeGrants = (
  flag: 'inherits_rights' | 'reverse_inherits_rights',
) => `EXISTS (SELECT FROM contact_relationship_type t
  WHERE t.tenant_id = l.tenant_id AND t.id = l.type_id AND t.${flag})`

const ROLE_GRANTS = `EXISTS (SELECT FROM contact_role_type t
  WHERE t.tenant_id = l.tenant_id AND t.id = l.role_type_id AND t.inherits_rights)`

/**
 * Every table that references contacts by a foreign key. A test compares this list with those of the database: add the
 * move of each new table here, with its meaning for access.
 */
export const MOVES: readonly Move[] = [
  {
    kind: 'emails',
    table: 'contact_email',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.address_key = l.address_key',
    canBeUnpublished: true,
  },
  {
    kind: 'phones',
    table: 'contact_phone',
    column: 'contact_id',
    meaning: 'data',
    sameAs: `coalesce(w.e164, w.number) = coalesce(l.e164, l.number) AND w.extension IS NOT DISTINCT FROM l.extension`,
    canBeUnpublished: true,
  },
  {
    kind: 'websites',
    table: 'contact_website',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'lower(w.url) = lower(l.url)',
    canBeUnpublished: true,
  },
  {
    kind: 'addresses',
    table: 'contact_address',
    column: 'contact_id',
    meaning: 'data',
    sameAs: `w.type_id = l.type_id AND (w.address_id = l.address_id OR EXISTS (
      SELECT FROM address a JOIN address b ON b.tenant_id = a.tenant_id AND b.id = l.address_id
      WHERE a.tenant_id = w.tenant_id AND a.id = w.address_id
        AND (lower(a.address1), lower(a.address2), lower(a.city), lower(a.state_province), a.postal_code, a.country_id)
        IS NOT DISTINCT FROM
        (lower(b.address1), lower(b.address2), lower(b.city), lower(b.state_province), b.postal_code, b.country_id)))`,
    canBeUnpublished: true,
  },
  {
    kind: 'roles',
    table: 'contact_role',
    column: 'contact_id',
    meaning: { principal: 'organization_id', acting: ROLE_GRANTS },
    sameAs: `w.organization_id = l.organization_id AND (w.role_type_id, w.title, w.start_date)
      IS NOT DISTINCT FROM (l.role_type_id, l.title, l.start_date)`,
  },
  {
    kind: 'people',
    table: 'contact_role',
    column: 'organization_id',
    meaning: 'data',
    sameAs: `w.contact_id = l.contact_id AND (w.role_type_id, w.title, w.start_date)
      IS NOT DISTINCT FROM (l.role_type_id, l.title, l.start_date)`,
  },
  {
    kind: 'designations',
    table: 'contact_designation',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'upper(w.code) = upper(l.code)',
  },
  { kind: 'tags', table: 'contact_tag', column: 'contact_id', meaning: 'data', sameAs: 'w.tag_id = l.tag_id' },
  {
    kind: 'categories',
    table: 'contact_category',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.item_id = l.item_id',
  },
  {
    kind: 'groups',
    table: 'contact_group_member',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.group_id = l.group_id',
  },
  {
    kind: 'certifications',
    table: 'contact_certification',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.certification_id = l.certification_id',
  },
  {
    kind: 'relationships',
    table: 'contact_relationship',
    column: 'contact_id',
    meaning: { principal: 'other_contact_id', acting: typeGrants('reverse_inherits_rights') },
    sameAs: 'w.other_contact_id = l.other_contact_id AND w.type_id = l.type_id',
  },
  {
    kind: 'relationships',
    table: 'contact_relationship',
    column: 'other_contact_id',
    meaning: { principal: 'contact_id', acting: typeGrants('inherits_rights') },
    sameAs: 'w.contact_id = l.contact_id AND w.type_id = l.type_id',
  },
  { kind: 'activities', table: 'contact_activity', column: 'contact_id', meaning: 'data' },
  { kind: 'communications', table: 'contact_communication', column: 'contact_id', meaning: 'data' },
  { kind: 'records', table: 'contact_record', column: 'contact_id', meaning: 'data' },
  { kind: 'entries', table: 'journal_entry', column: 'contact_id', meaning: 'data' },
  { kind: 'entryLines', table: 'journal_line', column: 'contact_id', meaning: 'data' },
  // A contact is one customer, of the books and of the ledger: the winner keeps its own settings and id.
  { kind: 'billing', table: 'contact_billing', column: 'contact_id', meaning: 'data', sameAs: 'true' },
  { kind: 'ledgerCustomers', table: 'ledger_customer', column: 'contact_id', meaning: 'data', sameAs: 'true' },
  { kind: 'memberships', table: 'membership', column: 'contact_id', meaning: 'data' },
  { kind: 'displayAds', table: 'display_ad', column: 'contact_id', meaning: 'data' },
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
  { kind: 'sponsors', table: 'sponsor', column: 'contact_id', meaning: 'data' },
  { kind: 'storeItems', table: 'store_item_supplier', column: 'contact_id', meaning: 'data' },
  { kind: 'storeCarts', table: 'store_cart', column: 'contact_id', meaning: 'data' },
  { kind: 'storeOrders', table: 'store_purchase', column: 'contact_id', meaning: 'data' },
  { kind: 'eventOrders', table: 'event_order', column: 'contact_id', meaning: 'data' },
  { kind: 'registrations', table: 'event_registration', column: 'contact_id', meaning: 'data' },
  // What a cart reserves of the benefits follows them.
  { kind: 'registrations', table: 'event_registration', column: 'benefit_owner_id', meaning: 'data' },
  { kind: 'eventSponsors', table: 'event_sponsor', column: 'contact_id', meaning: 'data' },
  { kind: 'eventSponsors', table: 'event_sponsor', column: 'person_id', meaning: 'data' },
  {
    kind: 'eventInvitations',
    table: 'event_invitation',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.event_id = l.event_id',
  },
  { kind: 'invoices', table: 'invoice', column: 'contact_id', meaning: 'data' },
  { kind: 'invoices', table: 'invoice', column: 'for_contact_id', meaning: 'data' },
  { kind: 'payments', table: 'payment', column: 'contact_id', meaning: 'data' },
  { kind: 'charges', table: 'processor_charge', column: 'contact_id', meaning: 'data' },
  { kind: 'credits', table: 'credit', column: 'contact_id', meaning: 'data' },
  { kind: 'refunds', table: 'refund', column: 'contact_id', meaning: 'data' },
  { kind: 'writeOffs', table: 'write_off', column: 'contact_id', meaning: 'data' },
  // Of two numbers at the national body, one stays (fillSql): transactions for the other one are no longer applied.
  { kind: 'nationalNumbers', table: 'association_member', column: 'contact_id', meaning: 'data' },
  { kind: 'registryEvents', table: 'registry_event', column: 'contact_id', meaning: 'data' },
  { kind: 'ledgerExecutions', table: 'ledger_execution', column: 'contact_id', meaning: 'data' },
  {
    kind: 'chapters',
    table: 'contact_chapter',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.chapter_id = l.chapter_id',
  },
  {
    kind: 'chaptersOwned',
    table: 'chapter_owner',
    column: 'contact_id',
    meaning: 'right',
    sameAs: 'w.chapter_id = l.chapter_id',
  },
  { kind: 'chapterOrganizations', table: 'chapter', column: 'organization_id', meaning: 'right' },
  {
    kind: 'listings',
    table: 'directory_listing',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.directory_id = l.directory_id',
  },
  { kind: 'tasks', table: 'task_item', column: 'contact_id', meaning: 'data' },
  { kind: 'tasksAssigned', table: 'task_item', column: 'assigned_to_contact_id', meaning: 'data' },
  { kind: 'projects', table: 'project', column: 'manager_contact_id', meaning: 'data' },
  {
    kind: 'memberLogins',
    table: 'member_login',
    // A contact has one login: that of the loser is deleted before if the winner has one.
    column: 'contact_id',
    meaning: 'right',
  },
  { kind: 'submissions', table: 'calendar_submission', column: 'contact_id', meaning: 'data' },
  { kind: 'submissionsFor', table: 'calendar_submission', column: 'principal_id', meaning: 'data' },
  { kind: 'mails', table: 'mail_message', column: 'contact_id', meaning: 'data' },
  { kind: 'files', table: 'stored_file', column: 'contact_id', meaning: 'data' },
  {
    kind: 'workflows',
    table: 'workflow_run',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.workflow_id = l.workflow_id',
  },
]

/** The columns that reference contacts without a foreign key, and the primary contact. All are set to the winner. */
export const REPOINTED: readonly ContactColumn[] = [
  { table: 'staff', column: 'contact_id', meaning: 'right' },
  { table: 'contact', column: 'primary_contact_id', meaning: { principal: 'id', acting: 'true' } },
  { table: 'contact', column: 'merged_into_id', meaning: 'data' },
  { table: 'signature', column: 'contact_id', meaning: 'data' },
  { table: 'address', column: 'source_contact_id', meaning: 'data' },
]
