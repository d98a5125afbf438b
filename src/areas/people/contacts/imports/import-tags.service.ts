import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { parseTagName, tagContacts } from '../tags/tags.service.ts'
import { insertTagsSql } from '../tags/tags.sql.ts'
import { contactTagsSql } from './imports.sql.ts'

/** The tags of an imported contact. */
export interface ContactTags {
  contactId: number
  /** Whether the import created the contact: then its tags are part of its creation. */
  isNew: boolean
  tags: readonly string[]
}

/** Tags imported contacts, with new tags for names that the tenant does not have. */
export const tagImported = async (scope: Scope, tx: DriverTransaction, all: readonly ContactTags[]): Promise<void> => {
  const created = all.filter(({ isNew }) => isNew)
  const tags = created.flatMap(({ contactId, tags: names }) =>
    names.map((Name) => {
      const { name, nameKey } = parseTagName({ Name })
      return { contact_id: contactId, name, name_key: nameKey }
    }),
  )
  if (tags.length > 0) {
    const names = new Map(tags.map(({ name_key, name }) => [name_key, name]))
    await Promise.all([insertTagsSql(scope, names), contactTagsSql(scope.db.tenantId, tags)].map((one) => tx.rows(one)))
  }
  const existing = all.filter(({ isNew, tags: names }) => !isNew && names.length > 0)
  for (const [names, contactIds] of byNames(existing)) await tagContacts(scope, tx, contactIds, names)
}

/** Contacts by the tags that they get, so that one statement tags all with the same. */
const byNames = (all: readonly ContactTags[]): [names: readonly string[], contactIds: number[]][] => {
  const found = new Map<string, [readonly string[], number[]]>()
  for (const { contactId, tags } of all) {
    const key = JSON.stringify(tags)
    const known = found.get(key)
    if (known) known[1].push(contactId)
    else found.set(key, [tags, [contactId]])
  }
  return [...found.values()]
}
