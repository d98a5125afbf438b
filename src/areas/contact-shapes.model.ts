import { idIn, presented, type RecordShape } from '#areas/integration/webhooks/records/record-shape.model'
import { presentCategoryItem, presentCategoryList } from '#areas/people/contacts/categories/categories.presenter'
import { findCategoryItem, findCategoryList } from '#areas/people/contacts/categories/categories.queries'
import { presentCertification } from '#areas/people/contacts/certifications/certifications.presenter'
import { certificationKind } from '#areas/people/contacts/certifications/certifications.queries'
import { presentCommunicationEdit } from '#areas/people/contacts/communications/communications.presenter'
import { getCommunicationWithFiles } from '#areas/people/contacts/communications/communications.queries'
import { findEditable } from '#areas/people/contacts/contact-parts.queries'
import { presentRoleType } from '#areas/people/contacts/roles/roles.presenter'
import { roleTypeKind } from '#areas/people/contacts/roles/roles.queries'
import { tagList } from '#areas/people/contacts/tags/tags.listing'
import { readRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'

const CONTACTS = 'contacts:read'

const listed =
  <R>(find: (scope: Scope, id: number) => Promise<R | null>, present: (record: R) => object): RecordShape['read'] =>
  async (scope, id) => {
    const record = await find(scope, id)
    return record && JSON.stringify(present(record))
  }

const readCommunication: RecordShape['read'] = async (scope, id, event) => {
  const contactId = idIn(event, 'contactId')
  const found = await getCommunicationWithFiles(scope, contactId, id)
  return JSON.stringify(presentCommunicationEdit(await findEditable(scope, [contactId]), found))
}

/** The communications of contacts and the lists that label contacts, as part of recordShapes. */
export const contactShapes: Readonly<Record<string, RecordShape>> = {
  communication: { scope: CONTACTS, read: readCommunication },
  tag: { scope: CONTACTS, read: (scope, id) => readRow(scope.db, scope, tagList, id, 'tag') },
  categorylist: { scope: CONTACTS, read: listed(findCategoryList, presentCategoryList) },
  categoryitem: { scope: CONTACTS, read: listed(findCategoryItem, presentCategoryItem) },
  certification: presented(CONTACTS, async (scope, id) =>
    presentCertification(await getRecord(scope, certificationKind, id)),
  ),
  contactroletype: presented(CONTACTS, async (scope, id) => presentRoleType(await getRecord(scope, roleTypeKind, id))),
}
