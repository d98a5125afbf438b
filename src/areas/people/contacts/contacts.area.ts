import type { Area } from '#areas/area'
import { deletedValuesFollowers } from '#areas/people/custom-fields/values/values.service'
import { readRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import { idIn, presented, type RecordShape } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { presentCategoryItem, presentCategoryList } from './categories/categories.presenter.ts'
import { findCategoryItem, findCategoryList } from './categories/categories.queries.ts'
import { presentCertification } from './certifications/certifications.presenter.ts'
import { certificationKind } from './certifications/certifications.queries.ts'
import { presentCommunicationEdit } from './communications/communications.presenter.ts'
import { getCommunicationWithFiles } from './communications/communications.queries.ts'
import { recordMail } from './communications/communications.service.ts'
import { findEditable } from './contact-parts.queries.ts'
import { contactKinds } from './contacts.events.ts'
import { readOrganization, readPerson } from './contacts.queries.ts'
import { contacts } from './contacts.routes.ts'
import { seedContacts } from './contacts.seeds.ts'
import { contactUses } from './contacts.uses.ts'
import { contactMoves, ownMoves } from './merges/contact-moves.queries.ts'
import { CONTACTS_CHANGED, DEFAULT_STATUS_CHANGED, enqueueContactsChanged } from './records/contact-rows.service.ts'
import { applyDefaultStatus, markContactsChanged, roleDays } from './records/refreshes.job.ts'
import { presentRoleType } from './roles/roles.presenter.ts'
import { roleTypeKind } from './roles/roles.queries.ts'
import { tagList } from './tags/tags.listing.ts'

/** Contacts own their profile images, and the files in their custom fields; communications their attachments. */
const contactFiles: readonly FileOwner[] = [
  {
    kind: 'contact',
    remedy: 'The file belongs to a contact. Remove it there.',
    scope: 'contacts:read',
    rows: (tenantId) => Prisma.sql`SELECT c.id, c.display_name AS name FROM contact c
      WHERE c.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`,
  },
  {
    kind: 'communication',
    remedy: 'The file belongs to a communication of a contact. Remove it there.',
    scope: 'contacts:read',
    rows: (tenantId) => Prisma.sql`SELECT m.id, m.subject AS name FROM contact_communication m
      JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id AND c.deleted_at IS NULL
      WHERE m.tenant_id = ${tenantId}::integer`,
  },
]

const readContact = async (scope: Scope, id: number): Promise<string | null> =>
  ((await readPerson(scope, id)) ?? (await readOrganization(scope, id)))?.text ?? null

const CONTACTS = 'contacts:read'

const readCommunication: RecordShape['read'] = async (scope, id, event) => {
  const contactId = idIn(event, 'contactId')
  const found = await getCommunicationWithFiles(scope, contactId, id)
  return JSON.stringify(presentCommunicationEdit(await findEditable(scope, [contactId]), found))
}

const listed =
  <R>(find: (scope: Scope, id: number) => Promise<R | null>, present: (record: R) => object): RecordShape['read'] =>
  async (scope, id) => {
    const record = await find(scope, id)
    return record && JSON.stringify(present(record))
  }

export const contactsArea: Area = {
  routes: [contacts],
  chapterScopes: ['contacts:read', 'contacts:write'],
  events: contactKinds,
  shapes: {
    contact: { scope: CONTACTS, read: readContact },
    communication: { scope: CONTACTS, read: readCommunication },
    tag: { scope: CONTACTS, read: (scope, id) => readRow(scope.db, scope, tagList, id, 'tag') },
    categorylist: { scope: CONTACTS, read: listed(findCategoryList, presentCategoryList) },
    categoryitem: { scope: CONTACTS, read: listed(findCategoryItem, presentCategoryItem) },
    certification: presented(CONTACTS, async (scope, id) =>
      presentCertification(await getRecord(scope, certificationKind, id)),
    ),
    contactroletype: presented(CONTACTS, async (scope, id) =>
      presentRoleType(await getRecord(scope, roleTypeKind, id)),
    ),
  },
  uses: contactUses,
  files: contactFiles,
  seeds: [seedContacts],
  tasks: {
    [CONTACTS_CHANGED]: markContactsChanged,
    [DEFAULT_STATUS_CHANGED]: applyDefaultStatus,
    // Jobs from before the rename.
    custom_field_values_gone: markContactsChanged,
  },
  days: [roleDays],
  mail: () => ({ record: recordMail }),
  additions: [addTo(contactMoves, ...ownMoves), addTo(deletedValuesFollowers, enqueueContactsChanged)],
}
